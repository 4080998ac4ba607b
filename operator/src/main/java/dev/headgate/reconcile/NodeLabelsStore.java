package dev.headgate.reconcile;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps of each node what decides here: name, UID and labels. Nodes list their images and addresses, which is most of their size,
 * and there may be thousands.
 */
final class NodeLabelsStore implements ItemStore<Node> {
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();

    @Override
    public String getKey(Node node) {
        return node.getMetadata().getName();
    }

    @Override
    public @Nullable Node put(String key, Node node) {
        return nodes.put(key, reduced(node));
    }

    private static Node reduced(Node node) {
        var metadata = node.getMetadata();
        return new NodeBuilder()
                .withNewMetadata()
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withLabels(metadata.getLabels())
                .withResourceVersion(metadata.getResourceVersion())
                .withCreationTimestamp(metadata.getCreationTimestamp())
                .withDeletionTimestamp(metadata.getDeletionTimestamp())
                .endMetadata()
                .build();
    }

    @Override
    public @Nullable Node remove(String key) {
        return nodes.remove(key);
    }

    @Override
    public Stream<String> keySet() {
        return nodes.keySet().stream();
    }

    @Override
    public Stream<Node> values() {
        return nodes.values().stream();
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public @Nullable Node get(String key) {
        return nodes.get(key);
    }
}
