package dev.headgate.policy;

import dev.headgate.api.NodeSelectorSpec;

/** Rules of {@code spec.nodeSelector}: those of a Kubernetes label selector. */
final class SelectorRules {
    private SelectorRules() {}

    static void check(NodeSelectorSpec selector, Findings findings) {
        var requirements = selector.matchExpressions();
        for (int i = 0; i < requirements.size(); i++) {
            var requirement = requirements.get(i);
            String path = "spec.nodeSelector.matchExpressions[" + i + "].values";
            boolean empty = requirement.values().isEmpty();
            switch (requirement.operator()) {
                case IN, NOT_IN -> {
                    if (empty) {
                        findings.add(path, "In and NotIn need values", "list the values to compare with");
                    }
                }
                case EXISTS, DOES_NOT_EXIST -> {
                    if (!empty) {
                        findings.add(path, "Exists and DoesNotExist take no values", "remove the values");
                    }
                }
            }
        }
    }
}
