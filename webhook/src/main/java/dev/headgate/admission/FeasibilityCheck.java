package dev.headgate.admission;

import dev.headgate.policy.Feasibility;

/**
 * Step 15e: the queue can be expected to leave enough of the deadline (design page 2, "Deadlines and feasibility").
 *
 * <pre>
 * local_wait = floor(n / p) × estimated_service_time
 * required   = max(local_wait, observed_queue_delay) + minimum_execution_time + safety_margin
 * reject when remaining ≤ required
 * </pre>
 *
 * An overflow rejects.
 */
final class FeasibilityCheck {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private FeasibilityCheck() {}

    /**
     * The check.
     *
     * @param cell the cell class, and its expected service time
     * @param usableParallelism cells of it that can be used now; with none, no queue is short enough
     * @param live permits of the class that are queued or executing, this one left out
     * @param observedQueueDelayNanos how long the queue is seen to take
     * @param remainingNanos from now to the deadline of the grant
     */
    static Verdict of(
            Feasibility feasibility,
            PinnedCell cell,
            int usableParallelism,
            long live,
            long observedQueueDelayNanos,
            long remainingNanos) {
        if (usableParallelism < 1) {
            return infeasible();
        }
        try {
            long localWaitMillis = Math.multiplyExact(live / usableParallelism, cell.serviceTimeMillis());
            long waitNanos = Math.max(Math.multiplyExact(localWaitMillis, NANOS_PER_MILLI), observedQueueDelayNanos);
            long executionMillis =
                    Math.addExact(feasibility.minExecutionTimeMillis(), feasibility.safetyMarginMillis());
            long required = Math.addExact(waitNanos, Math.multiplyExact(executionMillis, NANOS_PER_MILLI));
            return remainingNanos <= required ? infeasible() : Verdict.Passed.PASSED;
        } catch (ArithmeticException _) {
            // More than a clock can count is more than any deadline leaves.
            return infeasible();
        }
    }

    private static Rejection infeasible() {
        return Rejection.of(Reason.QUEUE_DEADLINE_INFEASIBLE);
    }
}
