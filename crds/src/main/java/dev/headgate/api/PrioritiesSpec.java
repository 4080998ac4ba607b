package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/** A range of priorities. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(value = "self.min <= self.max", message = "min must not be above max")
public record PrioritiesSpec(
        @Required @Min(0) @Max(Bounds.PRIORITY) @JsonPropertyDescription("The lowest priority of the range, inclusive.")
        Integer min,

        @Required
        @Min(0) @Max(Bounds.PRIORITY) @JsonPropertyDescription("The highest priority of the range, inclusive.")
        Integer max) {}
