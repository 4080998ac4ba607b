package dev.headgate.admission;

import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Tenant;

/** Step 11, first half: the priority is within the ceilings of node and tenant; equality is accepted. */
final class PriorityCheck {
    private PriorityCheck() {}

    static Verdict of(NodeRules node, Tenant tenant, int priority) {
        if (priority > node.maxPriority()) {
            return Rejection.limited(Reason.PRIORITY_NOT_AUTHORIZED, ScopeKind.NODE, null);
        }
        if (priority > tenant.maxPriority()) {
            return Rejection.limited(Reason.PRIORITY_NOT_AUTHORIZED, ScopeKind.TENANT, null);
        }
        return Verdict.Passed.PASSED;
    }
}
