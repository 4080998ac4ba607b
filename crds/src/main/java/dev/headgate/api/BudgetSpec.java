package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** What one permit may use. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BudgetSpec(
        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription("Wall time, as a duration such as 30s or 1m30s; more than zero. Finite always.")
        String wallTime,

        @Required
        @Min(1) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("CPU fuel, in the units of the runtime; more than zero.")
        Long cpuFuel,

        @Required @ByteQuantity @JsonPropertyDescription("Memory, as a quantity such as 96Mi; more than zero.")
        String memory) {}
