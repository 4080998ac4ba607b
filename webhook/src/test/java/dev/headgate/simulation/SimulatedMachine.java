package dev.headgate.simulation;

import dev.headgate.authority.NodeClock;
import java.util.HashMap;
import java.util.Map;

/**
 * The clocks of one machine. Boot time counts suspension and starts anew at a reboot; the monotonic clock stands still while
 * the machine is suspended; the wall clock drifts and is set to anything.
 */
final class SimulatedMachine implements NodeClock {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long NOON = 1_764_500_000_000L;

    private final EventQueue time;
    private final int number;
    private final int driftPerMillion;
    private long bootedAt;
    private long suspendedNanos;
    private long resumesAt;
    private long wallOffsetMillis;
    private int boots = 1;
    private final Map<Long, Long> bootTimes = new HashMap<>();

    SimulatedMachine(EventQueue time, int number, Chance chance) {
        this.time = time;
        this.number = number;
        driftPerMillion = (int) chance.between(-200, 200);
        // A machine that has been up for a while.
        bootedAt = -chance.between(1, 3_600_000) * NANOS_PER_MILLI;
        suspendedNanos = chance.between(0, 1_000) * NANOS_PER_MILLI;
    }

    @Override
    public long bootNanos() {
        return time.now() - bootedAt;
    }

    @Override
    public long monotonicNanos() {
        return bootNanos() - suspendedNanos;
    }

    @Override
    public long unixMillis() {
        long millis = time.now() / NANOS_PER_MILLI;
        return NOON + millis + millis * driftPerMillion / 1_000_000 + wallOffsetMillis;
    }

    /** What the kernel calls this boot. */
    long bootId() {
        return 1_000L * (number + 1) + boots;
    }

    /** The simulated time of a reading of the boot-time clock, of this boot or one before. */
    long timeOf(long bootId, long bootNanos) {
        return (bootId == bootId() ? bootedAt : bootTimes.getOrDefault(bootId, 0L)) + bootNanos;
    }

    /** How long it still is suspended, 0 if it runs. */
    long asleepNanos() {
        return Math.max(0, resumesAt - time.now());
    }

    void suspend(long nanos) {
        resumesAt = time.now() + nanos;
        // Nothing reads the clock before the resumption.
        suspendedNanos += nanos;
    }

    /** Sets the wall clock forward or back. */
    void jumpWall(long millis) {
        wallOffsetMillis += millis;
    }

    /** Off, and on again as another boot after a while. */
    void reboot(long offNanos) {
        bootTimes.put(bootId(), bootedAt);
        boots++;
        bootedAt = time.now() + offNanos;
        suspendedNanos = 0;
        resumesAt = bootedAt;
    }
}
