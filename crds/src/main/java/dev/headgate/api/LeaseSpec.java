package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** How long permits hold without a sign of life. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeaseSpec(
        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription(
                "How long a queued permit may wait for its start before it expires and gives back its capacity.")
        String queuedDuration,

        @Pattern(Formats.DURATION) @Default("30s")
        @JsonPropertyDescription(
                "How long executing work may stay silent before it counts as uncertain; it renews before that. Never reaches past the deadline, so shorter work need not renew. Default 30s.")
        @Nullable String executingDuration,

        @Pattern(Formats.DURATION) @Default("5s")
        @JsonPropertyDescription(
                "How much longer, after a restart of the endpoint, executing work may stay silent at least. Default 5s.")
        @Nullable String gracePeriod) {}
