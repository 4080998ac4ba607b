package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import org.jspecify.annotations.Nullable;

/** Limits of what one subject holds on one node; one that is absent does not limit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubjectLimitsSpec(
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "Permits of this subject that are queued or executing on one node at once. Absent: no limit of this scope; zero: nothing.")
        @Nullable Long active,

        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "Permits of this subject that are queued on one node at once. Absent: no limit of this scope; zero: nothing.")
        @Nullable Long queued,

        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription(
                "CPU fuel promised to this subject on one node. Absent: no limit of this scope; zero: nothing.")
        @Nullable Long cpuFuel,

        @ByteQuantity
        @JsonPropertyDescription(
                "Memory promised to this subject on one node. Absent: no limit of this scope; zero: nothing.")
        @Nullable String memory) {}
