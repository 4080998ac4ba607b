package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A generation and its content. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServedStatus(
        @Required @JsonPropertyDescription("Number of the generation; each has a PolicySnapshot <policy>-<generation>.")
        Long generation,

        @Required @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest of its content.")
        String digest) {}
