package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A generation of a policy. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PinTarget(
        @Required @Size(min = 1, max = 200) @JsonPropertyDescription("Name of the NodeAdmissionPolicy.")
        String policy,

        @Required @Min(1) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("Generation of that policy.")
        Long generation,

        @Required
        @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest of its content; a node serves nothing else.")
        String digest) {}
