package dev.headgate.authority;

/** Clocks that stand still until told; the wall clock moves on its own. Safe for threads. */
public final class TestingClock implements NodeClock {
    private long bootNanos = 1_000_000_000_000L;
    private long monotonicNanos = 5_000_000_000L;
    private long unixMillis = 1_764_500_000_000L;

    @Override
    public synchronized long bootNanos() {
        return bootNanos;
    }

    @Override
    public synchronized long monotonicNanos() {
        return monotonicNanos;
    }

    @Override
    public synchronized long unixMillis() {
        return unixMillis;
    }

    /** Lets time pass on every clock. */
    public synchronized void advanceMillis(long millis) {
        advanceNanos(millis * 1_000_000L);
        unixMillis += millis;
    }

    /** Lets time pass on the boot-time and the monotonic clock only, which is finer than the wall clock. */
    public synchronized void advanceNanos(long nanos) {
        bootNanos += nanos;
        monotonicNanos += nanos;
    }

    /** Sets the wall clock forward, or back with a negative number. */
    public synchronized void jumpWallMillis(long millis) {
        unixMillis += millis;
    }

    /** The machine sleeps: the boot-time clock goes on and the monotonic one does not. */
    public synchronized void suspendMillis(long millis) {
        bootNanos += millis * 1_000_000L;
        unixMillis += millis;
    }

    /** The machine boots: both clocks begin anew and have run for a while; the wall clock says how long it took. */
    public synchronized void reboot(long uptimeMillis, long wallMillis) {
        bootNanos = uptimeMillis * 1_000_000L;
        monotonicNanos = uptimeMillis * 1_000_000L;
        unixMillis += wallMillis;
    }
}
