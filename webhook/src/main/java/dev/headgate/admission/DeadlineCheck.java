package dev.headgate.admission;

/** Step 15b, and the arithmetic of deadlines: wall time is bound to the boot-time clock once, and nothing wraps. */
public final class DeadlineCheck {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private DeadlineCheck() {}

    static Verdict of(long deadlineBootNanos, long nowBootNanos) {
        return nowBootNanos >= deadlineBootNanos ? Rejection.of(Reason.DEADLINE_EXCEEDED) : Verdict.Passed.PASSED;
    }

    /**
     * Binds an absolute deadline to the boot-time clock, at the arrival of its request.
     *
     * @param deadlineUnixMillis the deadline, or {@link AdmissionRequest#NO_DEADLINE}
     * @param arrivalUnixMillis wall clock at arrival
     * @param arrivalBootNanos boot-time clock at arrival
     * @return the deadline in boot-time nanoseconds; the end of the range where it lies outside
     */
    public static long bind(long deadlineUnixMillis, long arrivalUnixMillis, long arrivalBootNanos) {
        if (deadlineUnixMillis == AdmissionRequest.NO_DEADLINE) {
            return Long.MAX_VALUE;
        }
        return plus(arrivalBootNanos, nanos(minus(deadlineUnixMillis, arrivalUnixMillis)));
    }

    /** Milliseconds in nanoseconds; the end of the range where they lie outside, which no clock reaches. */
    static long nanos(long millis) {
        long high = Math.multiplyHigh(millis, NANOS_PER_MILLI);
        long low = millis * NANOS_PER_MILLI;
        return high == low >> 63 ? low : millis < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** A sum, or the end of the range it lies beyond. */
    static long plus(long one, long other) {
        long sum = one + other;
        return ((one ^ sum) & (other ^ sum)) < 0 ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    private static long minus(long one, long other) {
        long difference = one - other;
        return ((one ^ other) & (one ^ difference)) < 0 ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }
}
