package dev.headgate.authority;

/** The clocks of a node (design page 14, "Clocks"). */
public interface NodeClock {
    /** Nanoseconds since the machine started, suspension counted; never falls. Deadlines and leases run on it. */
    long bootNanos();

    /** Nanoseconds of a clock that stands still while the machine is suspended; never falls. Only for measuring. */
    long monotonicNanos();

    /** Milliseconds since 1970 as the machine believes; may jump. Nothing is decided by it. */
    long unixMillis();
}
