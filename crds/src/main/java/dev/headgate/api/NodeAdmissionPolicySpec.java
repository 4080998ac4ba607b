package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.Durability;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The wanted state of a {@link NodeAdmissionPolicy}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value =
                "self.queueClasses.map(c, c.priorities.max - c.priorities.min + 1).sum() == self.node.maxPriority + 1 && self.queueClasses.all(c, c.priorities.max <= self.node.maxPriority)",
        message =
                "queue classes must cover every priority from 0 to node.maxPriority exactly once: the widths of their ranges add up to something else",
        fieldPath = ".queueClasses")
@ValidationRule(
        value =
                "self.queueClasses.all(a, self.queueClasses.all(b, a.name == b.name || a.priorities.max < b.priorities.min || b.priorities.max < a.priorities.min))",
        message = "queue classes must not overlap: each priority selects exactly one",
        fieldPath = ".queueClasses")
@ValidationRule(
        value =
                "self.overload.source == 'Reported' ? has(self.loadReporters) && size(self.loadReporters) > 0 : !has(self.loadReporters) || size(self.loadReporters) == 0",
        message = "loadReporters are needed exactly when overload.source is Reported",
        fieldPath = ".loadReporters")
public record NodeAdmissionPolicySpec(
        @Required
        @JsonPropertyDescription(
                "Which nodes this policy governs, by their labels. Required; an empty selector ({}) selects every node.")
        NodeSelectorSpec nodeSelector,

        @Min(-1000000) @Max(1000000) @Default("0")
        @JsonPropertyDescription(
                "Which policy governs a node that several select: the highest precedence, then the older policy. Default 0.")
        @Nullable Integer precedence,

        @Default("Journal")
        @JsonPropertyDescription(
                "What a node remembers of permits over a restart of its endpoint. Journal: every one; answers wait for stable storage. Memory: none; after an unclean start the node withholds its capacity for as long as any forgotten permit could last. Takes effect at the next start of the endpoint. Default Journal.")
        @Nullable Durability durability,

        @Required @JsonPropertyDescription("Ceilings and limits of each whole node.")
        NodeRulesSpec node,

        @Required @JsonPropertyDescription("Bounds of the names in requests.")
        IdentifierLimitsSpec identifierLimits,

        @Required
        @JsonPropertyDescription(
                "Bounds of the attributes in a request, over claims, request attributes and attributes of a presented revision together.")
        AttributeLimitsSpec attributeLimits,

        @Required
        @JsonPropertyDescription(
                "When the load of a node refuses all admission. Load that is missing, stale or malformed refuses too.")
        OverloadSpec overload,

        @Size(max = 16) @JsonPropertyDescription(
                "Who may report the load of a node (PUT /v1/load). Required exactly when overload.source is Reported.")
        List<SubjectSpec> loadReporters,

        @Required
        @JsonPropertyDescription("Estimates behind the check that the queue of a cell class can still meet a deadline.")
        FeasibilitySpec feasibility,

        @Required @JsonPropertyDescription("How long permits hold without a sign of life.")
        LeaseSpec lease,

        @Required @JsonPropertyDescription("How many finished permits a node keeps for their owners to read.")
        HistorySpec history,

        @Required
        @Size(min = 1, max = Bounds.CLASSES) @MapList("name")
        @JsonPropertyDescription("Levels of trust. Revisions name one, tenants are allowed some.")
        List<TrustClassSpec> trustClasses,

        @Required
        @Size(min = 1, max = Bounds.CLASSES) @MapList("name")
        @JsonPropertyDescription(
                "Classes of waiting, chosen by priority and by nothing else. Together they cover every priority from 0 to node.maxPriority exactly once.")
        List<QueueClassSpec> queueClasses,

        @Required
        @Size(min = 1, max = Bounds.CELL_CLASSES) @MapList("name")
        @JsonPropertyDescription(
                "The classes of execution cells that each node has. Work gets the smallest by memory that fits it and that its tenant and trust class may use.")
        List<CellClassSpec> cellClasses,

        @Size(max = Bounds.TENANTS) @MapList("name")
        @JsonPropertyDescription(
                "Who may ask for work, and how much of a node each may hold. There is no default tenant and no wildcard: an empty list denies everybody.")
        List<TenantSpec> tenants,

        @JsonPropertyDescription("How generations of this policy reach nodes.") @Nullable RolloutSpec rollout,

        @Min(1) @Max(100) @Default("10")
        @JsonPropertyDescription("How many snapshots are kept to go back to, beside those in use. Default 10.")
        @Nullable Integer revisionHistoryLimit) {
    public NodeAdmissionPolicySpec {
        loadReporters = loadReporters == null ? List.of() : List.copyOf(loadReporters);
        trustClasses = trustClasses == null ? List.of() : List.copyOf(trustClasses);
        queueClasses = queueClasses == null ? List.of() : List.copyOf(queueClasses);
        cellClasses = cellClasses == null ? List.of() : List.copyOf(cellClasses);
        tenants = tenants == null ? List.of() : List.copyOf(tenants);
    }
}
