package dev.headgate.fleet;

import dev.headgate.api.NodePlacement;
import java.util.Map;

/**
 * A node of the cluster.
 *
 * @param name of the Node, and so of its {@code NodePin}
 * @param uid another one under the same name is another node
 * @param labels decide which policy governs it, and say where it is
 */
public record NodeFacts(String name, String uid, Map<String, String> labels) {
    public NodeFacts {
        labels = Map.copyOf(labels);
    }

    /** Where the node is, by the well-known labels; what a label does not say is absent. */
    public NodePlacement placement() {
        return new NodePlacement(
                labels.get("kubernetes.io/arch"),
                labels.get("topology.kubernetes.io/region"),
                labels.get("topology.kubernetes.io/zone"));
    }
}
