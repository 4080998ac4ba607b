package dev.headgate.authority;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The clocks of this machine. The JDK has no clock that counts suspension, so {@code CLOCK_BOOTTIME} is read through the
 * foreign-function interface; the process needs {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class SystemClock implements NodeClock {
    private static final int CLOCK_BOOTTIME = 7;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long TIMESPEC_BYTES = 2 * JAVA_LONG.byteSize();
    private static final MethodHandle CLOCK_GETTIME = clockGettime();

    /** One a thread: a reading writes into it. */
    private static final ThreadLocal<MemorySegment> TIMESPEC =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(TIMESPEC_BYTES, JAVA_LONG.byteAlignment()));

    @SuppressWarnings("restricted") // The one native call of the product, bound to libc's own signature.
    private static MethodHandle clockGettime() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS),
                Linker.Option.critical(false));
    }

    @Override
    public long bootNanos() {
        MemorySegment timespec = TIMESPEC.get();
        int result;
        try {
            result = (int) CLOCK_GETTIME.invokeExact(CLOCK_BOOTTIME, timespec);
        } catch (Throwable failure) {
            throw new IllegalStateException("clock_gettime cannot be called", failure);
        }
        if (result != 0) {
            throw new IllegalStateException("this kernel has no CLOCK_BOOTTIME");
        }
        return timespec.get(JAVA_LONG, 0) * NANOS_PER_SECOND + timespec.get(JAVA_LONG, JAVA_LONG.byteSize());
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public long unixMillis() {
        return System.currentTimeMillis();
    }
}
