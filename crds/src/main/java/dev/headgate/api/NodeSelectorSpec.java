package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** A Kubernetes label selector over the labels of nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeSelectorSpec(
        @JsonPropertyDescription("Labels that a node must have, with these values.")
        Map<String, String> matchLabels,

        @Size(max = 32) @JsonPropertyDescription("Further requirements; a node must meet all of them.")
        List<NodeSelectorRequirementSpec> matchExpressions) {
    public NodeSelectorSpec {
        matchLabels = matchLabels == null ? Map.of() : Map.copyOf(matchLabels);
        matchExpressions = matchExpressions == null ? List.of() : List.copyOf(matchExpressions);
    }
}
