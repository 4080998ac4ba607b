package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** What a node serves. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivePin(
        @Required @Size(max = 200) @JsonPropertyDescription("Name of the NodeAdmissionPolicy.")
        String policy,

        @Required @JsonPropertyDescription("Generation of that policy.")
        Long generation,

        @Required @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest of its content.")
        String digest,

        @Size(max = 64) @JsonPropertyDescription("Since when, as RFC 3339.") @Nullable String since) {}
