package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** The content of a part; immutable. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(value = "self == oldSelf", message = "a SnapshotPart is immutable: a change of policy makes a new one")
public record SnapshotPartSpec(
        @Required
        @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("SHA-256 over the UTF-8 bytes of the content.")
        String digest,

        @Required
        @Size(min = 2, max = 50000) @JsonPropertyDescription("Canonical JSON: entries of the compiled policy by key.")
        String content) {}
