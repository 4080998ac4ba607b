package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** Bounds of the attributes in a request. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AttributeLimitsSpec(
        @Required @Min(0) @Max(1024) @JsonPropertyDescription("The most entries.")
        Integer maxEntries,

        @Required
        @ByteQuantity
        @JsonPropertyDescription("The most bytes of all keys and values together, as a quantity such as 8Ki.")
        String maxSize) {}
