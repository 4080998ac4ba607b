package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** What a node tried to serve. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AttemptedPin(
        @Required @JsonPropertyDescription("Generation that was tried.")
        Long generation,

        @Required @Pattern(Formats.DIGEST) @Size(max = 71) @JsonPropertyDescription("Digest that was asked for.")
        String digest,

        @JsonPropertyDescription("Why it was refused; absent if it was not.") @Nullable PinRefusal refusal) {}
