package dev.headgate.admission;

import dev.headgate.policy.Profile;

/**
 * Step 12: the request names supported dimensions only, and the budget that is left of request and ceilings can do
 * something. A dimension that the request leaves out adds no restriction of its own.
 */
final class BudgetCheck {
    private BudgetCheck() {}

    static Verdict of(RequestedBudget requested, PinnedRevision revision) {
        if (unsupported(requested.hostCalls())) {
            return Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.hostCalls");
        }
        if (unsupported(requested.networkBytes())) {
            return Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.networkBytes");
        }
        if (unsupported(requested.storageBytes())) {
            return Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.storageBytes");
        }
        if (unsupported(requested.childActivations())) {
            return Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.childActivations");
        }
        if (unsupported(requested.acceleratorTimeMillis())) {
            return Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.acceleratorTime");
        }
        if (wallTimeMillis(requested, revision) <= 0) {
            return Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.wallTime");
        }
        if (atMost(requested.cpuFuel(), revision.cpuFuelCeiling()) <= 0) {
            return Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.cpuFuel");
        }
        if (atMost(requested.memoryBytes(), revision.memoryBytesCeiling()) <= 0) {
            return Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.memory");
        }
        return Verdict.Passed.PASSED;
    }

    /** The same of one profile, whose own ceilings may leave nothing. */
    static Verdict of(RequestedBudget requested, PinnedRevision revision, Profile profile) {
        if (cpuFuel(requested, revision, profile) <= 0) {
            return Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.cpuFuel");
        }
        if (memoryBytes(requested, revision, profile) <= 0) {
            return Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.memory");
        }
        return Verdict.Passed.PASSED;
    }

    static long wallTimeMillis(RequestedBudget requested, PinnedRevision revision) {
        return atMost(requested.wallTimeMillis(), revision.wallTimeMillisCeiling());
    }

    static long cpuFuel(RequestedBudget requested, PinnedRevision revision, Profile profile) {
        return atMost(atMost(requested.cpuFuel(), revision.cpuFuelCeiling()), profile.cpuFuelCeiling());
    }

    static long memoryBytes(RequestedBudget requested, PinnedRevision revision, Profile profile) {
        return atMost(atMost(requested.memoryBytes(), revision.memoryBytesCeiling()), profile.memoryBytesCeiling());
    }

    private static long atMost(long requested, long ceiling) {
        // HeldLimits.NONE, of a profile without a ceiling, is the largest value and so restricts nothing.
        return requested == RequestedBudget.ABSENT ? ceiling : Math.min(requested, ceiling);
    }

    private static boolean unsupported(long amount) {
        return amount != RequestedBudget.ABSENT && amount != 0;
    }
}
