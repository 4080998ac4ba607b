package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A revision and its share of a route. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WeightedRevisionSpec(
        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 512) @JsonPropertyDescription("A revision of this service.")
        String name,

        @Required
        @Min(0) @Max(1000000) @JsonPropertyDescription(
                "Its share, relative to the others; at least one of a route is above zero. Zero is never chosen, and still accepted from callers that present it.")
        Integer weight) {}
