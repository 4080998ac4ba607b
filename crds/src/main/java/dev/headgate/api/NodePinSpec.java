package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** What the operator assigns to a node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodePinSpec(
        @Required @Size(min = 1, max = 64) @JsonPropertyDescription("UID of the Node; another UID is another node.")
        String nodeUid,

        @Required
        @Min(0) @Max(Bounds.MAX_AMOUNT) @JsonPropertyDescription("Order of assignments. A node never acts on a lower one than it has seen.")
        Long assignment,

        @JsonPropertyDescription("What the node is to serve; absent: nothing, the node unpins.") @Nullable PinTarget target,

        @JsonPropertyDescription("Where the node is, from its labels; decides which revisions may run on it.") @Nullable NodePlacement placement) {}
