package dev.headgate.fleet;

import dev.headgate.api.NodeSelectorRequirementSpec;
import dev.headgate.api.NodeSelectorSpec;
import java.util.Map;

/** Label selectors, with the meaning that Kubernetes gives them: all requirements, and none selects everything. */
final class NodeSelection {
    private NodeSelection() {}

    static boolean selects(NodeSelectorSpec selector, Map<String, String> labels) {
        return selector.matchLabels().entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
                && selector.matchExpressions().stream().allMatch(requirement -> meets(requirement, labels));
    }

    private static boolean meets(NodeSelectorRequirementSpec requirement, Map<String, String> labels) {
        String value = labels.get(requirement.key());
        return switch (requirement.operator()) {
            case IN -> value != null && requirement.values().contains(value);
            // As in Kubernetes: a node without the label is not in the list either.
            case NOT_IN -> value == null || !requirement.values().contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
        };
    }
}
