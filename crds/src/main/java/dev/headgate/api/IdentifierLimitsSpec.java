package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** Bounds of the names in requests. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record IdentifierLimitsSpec(
        @Required
        @Min(1) @Max(253) @JsonPropertyDescription(
                "The longest name that a caller chooses, in bytes: activation ids, services, routes, functions and the like.")
        Integer maxLength,

        @Required
        @Min(83) @Max(512) @JsonPropertyDescription(
                "The longest generated identity of a revision or release, in bytes; at least 83, which holds a prefix and a SHA-256.")
        Integer maxGeneratedLength) {}
