package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** A retained generation to serve. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PinSpec(
        @Required
        @Min(1) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("The generation to serve; its PolicySnapshot must still exist.")
        Long generation,

        @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("If given, the generation must have this digest.")
        @Nullable String digest) {}
