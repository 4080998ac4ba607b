package dev.headgate.admission;

import dev.headgate.policy.Overload;

/** Step 14: there is a good, recent observation of the node's load, and it is below both thresholds. */
final class LoadCheck {
    private static final int PER_MILLE = 1000;

    private LoadCheck() {}

    static Verdict of(Overload overload, NodeLoad load, long nowBootNanos) {
        return switch (load) {
            case NodeLoad.Unavailable _ -> Rejection.of(Reason.LOAD_UNAVAILABLE);
            case NodeLoad.Invalid _ -> Rejection.of(Reason.LOAD_INVALID);
            case NodeLoad.Observed observed -> of(overload, observed, nowBootNanos);
        };
    }

    private static Verdict of(Overload overload, NodeLoad.Observed observed, long nowBootNanos) {
        if (!perMille(observed.cpuPerMille())
                || !perMille(observed.memoryPerMille())
                || observed.observedBootNanos() > nowBootNanos) {
            return Rejection.of(Reason.LOAD_INVALID);
        }
        long ageNanos = nowBootNanos - observed.observedBootNanos();
        // A difference out of range is older than any bound.
        if (ageNanos < 0 || ageNanos > DeadlineCheck.nanos(overload.maxObservationAgeMillis())) {
            return Rejection.of(Reason.LOAD_STALE);
        }
        if (observed.cpuPerMille() >= overload.cpuThresholdPerMille()
                || observed.memoryPerMille() >= overload.memoryThresholdPerMille()) {
            return Rejection.of(Reason.NODE_OVERLOADED);
        }
        return Verdict.Passed.PASSED;
    }

    private static boolean perMille(int value) {
        return value >= 0 && value <= PER_MILLE;
    }
}
