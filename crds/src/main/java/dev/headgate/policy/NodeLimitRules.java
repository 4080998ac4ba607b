package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.NodeRulesSpec;

/** Rules of {@code spec.node}. */
final class NodeLimitRules {
    private NodeLimitRules() {}

    static NodeRules compile(NodeRulesSpec spec, Amounts amounts, Findings findings) {
        var limits = amounts.held("spec.node.limits", spec.limits());
        if (limits.active() > Bounds.LIVE_PERMITS) {
            findings.add(
                    "spec.node.limits.active",
                    "a node holds at most " + Bounds.LIVE_PERMITS + " permits",
                    "lower it; this bounds the memory of the node's endpoint");
        }
        return new NodeRules(
                amounts.budget("spec.node.budgetCeiling", spec.budgetCeiling()),
                limits,
                amounts.bytes("spec.node.maxPayload", spec.maxPayload()),
                spec.maxPriority());
    }
}
