package dev.headgate.admission;

import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.CellClass;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Profile;

/**
 * A cell class on a pin.
 *
 * @param policy the class
 * @param scope its scope; it declares no limit, its parallelism only feeds the check of the queue
 * @param serviceTimeMillis how long one permit is expected to occupy a cell
 */
record PinnedCell(CellClass policy, ScopeLimits scope, long serviceTimeMillis) implements CellChoice {

    static PinnedCell of(CellClass policy, Feasibility feasibility) {
        return new PinnedCell(
                policy,
                new ScopeLimits(ScopeKey.cellClass(policy.name()), HeldLimits.UNDECLARED),
                policy.estimatedServiceTimeMillis() >= 0
                        ? policy.estimatedServiceTimeMillis()
                        : feasibility.estimatedServiceTimeMillis());
    }

    /** Whether its cells can execute a profile: everything but memory, which depends on the grant. */
    boolean supports(Profile profile) {
        return profile.cellClasses().contains(policy.name())
                && policy.backends().contains(profile.backend())
                && policy.threadingModels().contains(profile.threadingModel())
                && policy.stateModels().contains(profile.stateModel())
                && policy.features().containsAll(profile.features())
                && policy.maxCallDepth() >= profile.maxCallDepth();
    }
}
