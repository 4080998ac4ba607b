package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The wanted state of a {@link DeploymentCatalog}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeploymentCatalogSpec(
        @Size(max = Bounds.SERVICES) @MapList("name") @JsonPropertyDescription("Services that callers may name.")
        List<ServiceSpec> services,

        @Size(max = Bounds.REVISIONS_PER_CATALOG) @MapList({"service", "name"})
        @JsonPropertyDescription("Revisions of those services: what is run, within which ceilings, and where.")
        List<RevisionSpec> revisions) {
    public DeploymentCatalogSpec {
        services = services == null ? List.of() : List.copyOf(services);
        revisions = revisions == null ? List.of() : List.copyOf(revisions);
    }
}
