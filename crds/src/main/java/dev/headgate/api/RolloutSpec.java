package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** How generations reach nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutSpec(
        @JsonPropertyDescription(
                "Serve a retained generation, whatever the rest of the spec says. Take it away to go on with the newest.")
        @Nullable PinSpec pin) {}
