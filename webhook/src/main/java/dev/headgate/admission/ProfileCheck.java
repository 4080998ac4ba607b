package dev.headgate.admission;

import dev.headgate.admission.AdmissionDecision.Moment;
import dev.headgate.admission.Eligibility.Eligible;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Room;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Budget;
import org.jspecify.annotations.Nullable;

/** Steps 13 to 15 for one execution profile, in their order. Looks, and changes nothing. */
final class ProfileCheck {
    /** Where the cell class stands among the scopes of a decision; every profile has its own. */
    private static final int CELL_SCOPE = 4;

    private ProfileCheck() {}

    /** How one profile fared. */
    sealed interface Attempt permits Fit, PassedOver {}

    /** It can be reserved. */
    record Fit(PinnedProfile profile, PinnedCell cell, Budget budget, int usableParallelism) implements Attempt {}

    /** It cannot; {@code step} says how far it got. */
    record PassedOver(int step, Rejection rejection) implements Attempt {}

    static Attempt of(
            Eligible eligible,
            PinnedProfile profile,
            NodeLoad load,
            Moment moment,
            Ledger ledger,
            ScopeLimits[] scopes) {
        RequestedBudget requested = eligible.request().budget();
        PinnedRevision revision = eligible.revision().revision();
        if (BudgetCheck.of(requested, revision, profile.policy()) instanceof Rejection rejection) {
            return new PassedOver(Step.PROFILE_BUDGET, rejection);
        }
        long memoryBytes = BudgetCheck.memoryBytes(requested, revision, profile.policy());
        return switch (CellCheck.of(profile, memoryBytes)) {
            case CellCheck.NoCell none -> new PassedOver(none.step(), Rejection.of(none.reason()));
            case PinnedCell cell -> {
                Budget budget = new Budget(
                        BudgetCheck.wallTimeMillis(requested, revision),
                        BudgetCheck.cpuFuel(requested, revision, profile.policy()),
                        memoryBytes);
                scopes[CELL_SCOPE] = cell.scope();
                yield of(eligible, profile, cell, budget, load, moment, ledger, scopes);
            }
        };
    }

    private static Attempt of(
            Eligible eligible,
            PinnedProfile profile,
            PinnedCell cell,
            Budget budget,
            NodeLoad load,
            Moment moment,
            Ledger ledger,
            ScopeLimits[] scopes) {
        AdmissionPolicy policy = eligible.pin().policy();
        String tenant = eligible.principal().tenant().policy().name();
        if (LoadCheck.of(policy.overload(), load, moment.bootNanos()) instanceof Rejection rejection) {
            return new PassedOver(Step.LOAD, rejection);
        }
        if (ledger.isLive(tenant, eligible.request().activationId())) {
            return new PassedOver(Step.ACTIVATION, Rejection.of(Reason.ACTIVATION_ID_UNAVAILABLE));
        }
        if (DeadlineCheck.of(moment.deadlineBootNanos(), moment.bootNanos()) instanceof Rejection rejection) {
            return new PassedOver(Step.DEADLINE, rejection);
        }
        if (ledger.room(scopes, budget.cpuFuel(), budget.memoryBytes()) instanceof Room.Full full) {
            Reason reason = full.everFits() ? Reason.CAPACITY_EXHAUSTED : Reason.EXCEEDS_LIMIT;
            return new PassedOver(
                    Step.scope(full.scope(), full.dimension()),
                    Rejection.limited(reason, full.scope(), full.dimension()));
        }
        int usable = usableParallelism(cell, load);
        Verdict feasible = FeasibilityCheck.of(
                policy.feasibility(),
                cell,
                usable,
                ledger.active(cell.scope().key()),
                queueDelayNanos(cell, load, tenant, moment, ledger),
                deadline(budget, moment) - moment.bootNanos());
        return feasible instanceof Rejection rejection
                ? new PassedOver(Step.FEASIBILITY, rejection)
                : new Fit(profile, cell, budget, usable);
    }

    private static int usableParallelism(PinnedCell cell, NodeLoad load) {
        NodeLoad.CellLoad reported = reported(cell, load);
        int configured = cell.policy().parallelism();
        return reported == null ? configured : Math.min(configured, reported.usableParallelism());
    }

    private static long queueDelayNanos(PinnedCell cell, NodeLoad load, String tenant, Moment moment, Ledger ledger) {
        long measured = ledger.queueDelayNanos(tenant, cell.policy().name(), moment.bootNanos());
        NodeLoad.CellLoad reported = reported(cell, load);
        return reported == null ? measured : Math.max(measured, DeadlineCheck.nanos(reported.queueDelayMillis()));
    }

    private static NodeLoad.@Nullable CellLoad reported(PinnedCell cell, NodeLoad load) {
        return load instanceof NodeLoad.Observed observed
                ? observed.cells().get(cell.policy().name())
                : null;
    }

    /** The wall time of the grant counts from now; an absolute deadline can only shorten it. */
    static long deadline(Budget budget, Moment moment) {
        return Math.min(
                moment.deadlineBootNanos(),
                DeadlineCheck.plus(moment.bootNanos(), DeadlineCheck.nanos(budget.wallTimeMillis())));
    }

    /** The scopes of a decision, in the order of step 15d. */
    static ScopeLimits[] scopes(Eligible eligible) {
        ScopeLimits node = eligible.pin().nodeScope();
        PinnedPrincipal principal = eligible.principal();
        return new ScopeLimits[] {
            node,
            principal.tenant().scope(),
            eligible.revision().revision().trustScope(),
            eligible.queue().scope(),
            // The cell class takes this place as soon as a profile has one.
            node,
            principal.scope()
        };
    }
}
