package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** How long permits hold without a sign of life. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeaseSpec(
        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription(
                "How long a queued permit may wait for its start before it expires and gives back its capacity.")
        String queuedDuration) {}
