package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** Estimates of the queue check. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FeasibilitySpec(
        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription("How long one permit occupies a cell. A cell class may say its own.")
        String estimatedServiceTime,

        @Required @Pattern(Formats.DURATION) @JsonPropertyDescription("The shortest execution that is of any use.")
        String minExecutionTime,

        @Required @Pattern(Formats.DURATION) @JsonPropertyDescription("Added on top of the estimate.")
        String safetyMargin) {}
