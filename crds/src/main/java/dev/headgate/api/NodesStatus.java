package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** Counts of nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodesStatus(
        @Required @JsonPropertyDescription("Nodes that this policy governs.")
        Long governed,

        @Required @JsonPropertyDescription("Governed nodes that acknowledged what is served.")
        Long ready,

        @Required @JsonPropertyDescription("Governed nodes that refuse it; they keep their last known good.")
        Long refusing,

        @Size(max = 64) @JsonPropertyDescription("Ready and governed nodes as people read it, such as 3/4.") @Nullable String summary) {}
