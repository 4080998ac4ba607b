package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** The change that made a generation. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SnapshotAudit(
        @Required
        @JsonPropertyDescription(
                "Initial: the first generation. Change: new content. Rollback: content that was served before.")
        ChangeKind kind,

        @JsonPropertyDescription("Generation served before; absent for the first.") @Nullable Long previousGeneration,

        @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest served before; absent for the first.")
        @Nullable String previousDigest,

        @Size(max = 128) @JsonPropertyDescription("Field manager of the write that caused it.") @Nullable String fieldManager,

        @Size(max = 64) @JsonPropertyDescription("When, as RFC 3339.") @Nullable String time,

        @Size(max = 1024) @JsonPropertyDescription("Why, from the annotation headgate.dev/change-cause.") @Nullable String cause) {}
