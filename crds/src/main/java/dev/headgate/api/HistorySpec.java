package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** How many finished permits a node keeps. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HistorySpec(
        @Required
        @Min(0) @Max(Bounds.HISTORY_ENTRIES) @JsonPropertyDescription("The most finished permits of a node; the oldest go first.")
        Integer maxEntries,

        @Required @Pattern(Formats.DURATION) @JsonPropertyDescription("How long a finished permit can be read.")
        String maxAge) {}
