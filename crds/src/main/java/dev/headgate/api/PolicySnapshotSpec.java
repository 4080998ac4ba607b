package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The manifest of a snapshot; immutable. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "self == oldSelf",
        message = "a PolicySnapshot is immutable: a change of policy makes a new one")
public record PolicySnapshotSpec(
        @Required @Min(1) @JsonPropertyDescription("Version of the canonical form of the parts.")
        Integer schemaVersion,

        @Required
        @Pattern(Formats.SUBDOMAIN) @Size(min = 1, max = 200) @JsonPropertyDescription("Name of the NodeAdmissionPolicy.")
        String policy,

        @Size(max = 64) @JsonPropertyDescription("UID of the NodeAdmissionPolicy: generations belong to it, not to the name.")
        @Nullable String policyUid,

        @Required
        @Min(1) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("Number of this generation; never used again.")
        Long generation,

        @Required
        @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest over the schema version and the digests of the parts.")
        String digest,

        @Size(max = 12) @JsonPropertyDescription("The first 12 hex digits of the digest, for people.") @Nullable String shortDigest,

        @Required @Size(min = 1, max = 2000) @JsonPropertyDescription("The parts, in order.")
        List<SnapshotPartReference> parts,

        @Required @JsonPropertyDescription("The change that made this generation.")
        SnapshotAudit audit) {
    public PolicySnapshotSpec {
        parts = parts == null ? List.of() : List.copyOf(parts);
    }
}
