package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A class of waiting. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueueClassSpec(
        @Required
        @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("Unique among queue classes.")
        String name,

        @Required @JsonPropertyDescription("The priorities that select this class.")
        PrioritiesSpec priorities,

        @Required
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("The most queued permits of this class on one node. Zero disables the class.")
        Long maxQueued) {}
