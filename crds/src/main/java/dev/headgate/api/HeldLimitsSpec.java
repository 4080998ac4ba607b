package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** Limits of what permits hold in one scope at once; all four must be given. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HeldLimitsSpec(
        @Required
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "Permits that are queued or executing at once. Zero admits nothing; there is no value for unlimited.")
        Long active,

        @Required
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "Permits that are queued at once. Every admission takes a queue slot first, so zero disables this scope.")
        Long queued,

        @Required
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "CPU fuel promised to live permits together. It is held capacity, not a rate: completion gives all of it back.")
        Long cpuFuel,

        @Required
        @ByteQuantity
        @JsonPropertyDescription("Memory promised to live permits together, as a quantity such as 8Gi.")
        String memory) {}
