package dev.headgate.policy;

import dev.headgate.api.NodeAdmissionPolicySpec;
import java.util.List;

/** A policy without its catalogs: runs the rules of each subject and puts their results together. */
final class PolicyRules {
    private PolicyRules() {}

    /** The policy without catalogs; meaningful only if no finding was added. */
    static AdmissionPolicy compile(NodeAdmissionPolicySpec spec, Findings findings) {
        var amounts = new Amounts(findings);
        SelectorRules.check(spec.nodeSelector(), findings);
        var cellClasses = CellClassRules.compile(spec.cellClasses(), amounts, findings);
        var lease = LeaseRules.compile(spec.lease(), amounts);
        var trustClasses = TrustClassRules.compile(spec, amounts, findings);
        return new AdmissionPolicy(
                durability(spec),
                NodeLimitRules.compile(spec.node(), amounts, findings),
                new IdentifierLimits(
                        spec.identifierLimits().maxLength(),
                        spec.identifierLimits().maxGeneratedLength()),
                new AttributeLimits(
                        spec.attributeLimits().maxEntries(),
                        amounts.bytes(
                                "spec.attributeLimits.maxSize",
                                spec.attributeLimits().maxSize())),
                OverloadRules.compile(spec, amounts, findings),
                OverloadRules.reporters(spec, findings),
                feasibility(spec, amounts),
                lease,
                LeaseRules.history(spec, lease, amounts, findings),
                trustClasses,
                QueueClassRules.compile(spec, findings),
                cellClasses,
                TenantRules.compile(spec, amounts, findings),
                List.of());
    }

    private static Durability durability(NodeAdmissionPolicySpec spec) {
        Durability given = spec.durability();
        return given == null ? Durability.JOURNAL : given;
    }

    private static Feasibility feasibility(NodeAdmissionPolicySpec spec, Amounts amounts) {
        var feasibility = spec.feasibility();
        return new Feasibility(
                amounts.millis("spec.feasibility.estimatedServiceTime", feasibility.estimatedServiceTime()),
                amounts.millis("spec.feasibility.minExecutionTime", feasibility.minExecutionTime()),
                amounts.millis("spec.feasibility.safetyMargin", feasibility.safetyMargin()));
    }
}
