package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a {@link DeploymentCatalog}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeploymentCatalogStatus(
        @JsonPropertyDescription("metadata.generation of the spec that this status is about.") @Nullable Long observedGeneration,

        @Size(max = 20) @JsonPropertyDescription("What is wrong with the spec; the first 20.")
        List<FindingStatus> findings,

        @JsonPropertyDescription("How many findings are not listed.") @Nullable Long findingsOmitted,

        @Size(max = 32) @MapList("name")
        @JsonPropertyDescription("Where this catalog is served: policies and the generation that holds it.")
        List<CatalogServingStatus> policies,

        @Size(max = 16) @MapList("type")
        @JsonPropertyDescription(
                "Accepted: a tenant claims it and it has no findings. Programmed: a snapshot holds it. Ready: every governed node serves that snapshot.")
        List<Condition> conditions) {
    public DeploymentCatalogStatus {
        findings = findings == null ? List.of() : List.copyOf(findings);
        policies = policies == null ? List.of() : List.copyOf(policies);
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
}
