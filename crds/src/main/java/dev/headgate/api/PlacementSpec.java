package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Where a revision may run; an empty list allows anywhere. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlacementSpec(
        @Size(max = 16) @JsonPropertyDescription("Architectures as nodes are labelled, such as amd64 (kubernetes.io/arch).")
        List<@Pattern(Formats.PLACE) @Size(max = 63) String> architectures,

        @Size(max = 64) @JsonPropertyDescription("Regions as nodes are labelled (topology.kubernetes.io/region).")
        List<@Pattern(Formats.PLACE) @Size(max = 63) String> regions,

        @Size(max = 64) @JsonPropertyDescription("Zones as nodes are labelled (topology.kubernetes.io/zone).")
        List<@Pattern(Formats.PLACE) @Size(max = 63) String> zones) {
    public PlacementSpec {
        architectures = architectures == null ? List.of() : List.copyOf(architectures);
        regions = regions == null ? List.of() : List.copyOf(regions);
        zones = zones == null ? List.of() : List.copyOf(zones);
    }
}
