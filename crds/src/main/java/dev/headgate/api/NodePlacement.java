package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** Where a node is. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodePlacement(
        @Size(max = 63) @JsonPropertyDescription("From label kubernetes.io/arch.") @Nullable String architecture,

        @Size(max = 63) @JsonPropertyDescription("From label topology.kubernetes.io/region.") @Nullable String region,

        @Size(max = 63) @JsonPropertyDescription("From label topology.kubernetes.io/zone.") @Nullable String zone) {}
