package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A part of a snapshot. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SnapshotPartReference(
        @Required @Pattern("^part-[0-9a-f]{40}$") @Size(max = 45) @JsonPropertyDescription("Name of the SnapshotPart.")
        String name,

        @Required @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest of its content.")
        String digest,

        @Required @Min(1) @Max(50000) @JsonPropertyDescription("Length of its content in bytes.")
        Integer bytes) {}
