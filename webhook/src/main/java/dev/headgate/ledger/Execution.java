package dev.headgate.ledger;

import dev.headgate.policy.Subject;

/**
 * Who started the work of a permit, and when it has certainly ended (design page 14, "Clocks"): after both readings have passed,
 * because the timer of what ends it may have slept while the machine did.
 *
 * @param executorId who said it runs it; unique per incarnation of a process
 * @param startedBy the authenticated subject that said so
 * @param endsByBootNanos boot-time clock at the deadline and the largest overrun, or {@link #NEVER} where nothing bounds it
 * @param endsByMonotonicNanos the monotonic clock likewise
 */
public record Execution(String executorId, Subject startedBy, long endsByBootNanos, long endsByMonotonicNanos) {
    /** The end of work that nothing bounds. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Whether something outside bounds the work. */
    public boolean bounded() {
        return endsByBootNanos != NEVER;
    }

    boolean hasEnded(long nowBootNanos, long nowMonotonicNanos) {
        return bounded() && nowBootNanos >= endsByBootNanos && nowMonotonicNanos >= endsByMonotonicNanos;
    }
}
