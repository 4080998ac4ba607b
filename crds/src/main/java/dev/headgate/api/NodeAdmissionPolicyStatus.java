package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a {@link NodeAdmissionPolicy}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeAdmissionPolicyStatus(
        @JsonPropertyDescription("metadata.generation of the spec that this status is about.") @Nullable Long observedGeneration,

        @JsonPropertyDescription("The generation that governed nodes are told to serve.") @Nullable ServedStatus served,

        @JsonPropertyDescription("How many nodes this policy governs, and how far they are.") @Nullable NodesStatus nodes,

        @JsonPropertyDescription("While rollout.pin is set: changes that are held back.") @Nullable Long heldBack,

        @Size(max = 20) @JsonPropertyDescription("What is wrong with the spec; the first 20.")
        List<FindingStatus> findings,

        @JsonPropertyDescription("How many findings are not listed.") @Nullable Long findingsOmitted,

        @Size(max = 100) @JsonPropertyDescription("Changes of what is served, newest first.")
        List<ChangeRecord> history,

        @Size(max = 16) @MapList("type")
        @JsonPropertyDescription(
                "Compiled: the spec compiles. Governing: it governs nodes. Pinned: rollout.pin holds it. Ready: every governed node has acknowledged what is served.")
        List<Condition> conditions) {
    public NodeAdmissionPolicyStatus {
        findings = findings == null ? List.of() : List.copyOf(findings);
        history = history == null ? List.of() : List.copyOf(history);
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
}
