package dev.headgate.admission;

import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Tenant;

/** Step 10: the payload is within the ceilings of node and tenant; equality is accepted. */
final class PayloadCheck {
    private PayloadCheck() {}

    static Verdict of(NodeRules node, Tenant tenant, long payloadBytes) {
        if (payloadBytes > node.maxPayloadBytes()) {
            return Rejection.limited(Reason.PAYLOAD_TOO_LARGE, ScopeKind.NODE, null);
        }
        if (payloadBytes > tenant.maxPayloadBytes()) {
            return Rejection.limited(Reason.PAYLOAD_TOO_LARGE, ScopeKind.TENANT, null);
        }
        return Verdict.Passed.PASSED;
    }
}
