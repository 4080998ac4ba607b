package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.Durability;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node acknowledges. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "!has(oldSelf.bootEpoch) || (has(self.bootEpoch) && self.bootEpoch >= oldSelf.bootEpoch)",
        message = "bootEpoch never falls",
        fieldPath = ".bootEpoch")
@ValidationRule(
        value =
                "!has(oldSelf.fencingCeiling) || (has(self.fencingCeiling) && int(self.fencingCeiling) >= int(oldSelf.fencingCeiling))",
        message = "fencingCeiling never falls",
        fieldPath = ".fencingCeiling")
@ValidationRule(
        value =
                "!has(oldSelf.observedAssignment) || (has(self.observedAssignment) && self.observedAssignment >= oldSelf.observedAssignment)",
        message = "observedAssignment never falls",
        fieldPath = ".observedAssignment")
public record NodePinStatus(
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("The highest assignment the node has seen; never falls.")
        @Nullable Long observedAssignment,

        @JsonPropertyDescription("What the node serves now.") @Nullable ActivePin active,

        @JsonPropertyDescription("What the node tried last, and why it refused it if it did.") @Nullable AttemptedPin attempted,

        @JsonPropertyDescription("What is on the disk of the node to start with when the API server is away.") @Nullable ServedStatus lastKnownGood,

        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("Starts of the endpoint; never falls.") @Nullable Long bootEpoch,

        @Pattern(Formats.DECIMAL) @Size(max = 19) @JsonPropertyDescription(
                "Fencing tokens handed out so far are below this; never falls. As text, since it may exceed what JSON numbers hold.")
        @Nullable String fencingCeiling,

        @JsonPropertyDescription("What a restart of the endpoint remembers, in force.") @Nullable Durability durability,

        @Size(max = 16) @MapList("type")
        @JsonPropertyDescription(
                "Pinned: it serves a policy. Durable: permits survive a restart of the endpoint. Ready: it serves what spec.target says.")
        List<Condition> conditions) {
    public NodePinStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
}
