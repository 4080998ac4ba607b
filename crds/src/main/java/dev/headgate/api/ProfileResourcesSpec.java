package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/** Ceilings of a profile; what is absent adds none. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileResourcesSpec(
        @Min(1) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("The most CPU fuel one permit may be granted; more than zero.")
        @Nullable Long cpuFuel,

        @ByteQuantity @JsonPropertyDescription("The most memory one permit may be granted; more than zero.") @Nullable String memory) {}
