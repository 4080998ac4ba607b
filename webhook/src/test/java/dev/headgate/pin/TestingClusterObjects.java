package dev.headgate.pin;

import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotPartSpec;
import dev.headgate.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An API server in memory, which may go away. */
final class TestingClusterObjects implements ClusterObjects {
    final Map<String, PolicySnapshotSpec> manifests = new ConcurrentHashMap<>();
    final Map<String, SnapshotPartSpec> parts = new ConcurrentHashMap<>();
    final List<NodePinStatus> statuses = new CopyOnWriteArrayList<>();
    final List<String> fetchedParts = new CopyOnWriteArrayList<>();
    volatile boolean away;
    private volatile @Nullable Consumer<NodePin> follower;
    private volatile @Nullable NodePin own;

    void publish(Snapshot snapshot, long generation) {
        publish(snapshot, generation, "uid-1");
    }

    void publish(Snapshot snapshot, long generation, String policyUid) {
        snapshot.parts().forEach(part -> parts.put(part.name(), new SnapshotPartSpec(part.digest(), part.content())));
        manifests.put("quickstart-" + generation, TestingSnapshots.manifest(snapshot, generation, policyUid));
    }

    void assign(NodePinSpec spec) {
        NodePin pin = new NodePin();
        pin.setSpec(spec);
        own = pin;
        Consumer<NodePin> told = follower;
        if (told != null) {
            told.accept(pin);
        }
    }

    @Override
    public void follow(Consumer<NodePin> onState) {
        follower = onState;
        NodePin now = own;
        if (now != null) {
            onState.accept(now);
        }
    }

    @Override
    public Answer<NodePin> ownPin() {
        return answer(own);
    }

    @Override
    public Answer<PolicySnapshotSpec> manifest(String name) {
        return answer(manifests.get(name));
    }

    @Override
    public Answer<SnapshotPartSpec> part(String name) {
        fetchedParts.add(name);
        return answer(parts.get(name));
    }

    @Override
    public Answer<NodePinStatus> applyStatus(NodePinStatus status) {
        if (!away) {
            statuses.add(status);
        }
        return answer(status);
    }

    List<NodePinStatus> statuses() {
        return new ArrayList<>(statuses);
    }

    @Override
    public void close() {}

    private <T> Answer<T> answer(@Nullable T value) {
        if (away) {
            return new Answer.Unavailable<>("no connection");
        }
        return value == null ? new Answer.Absent<>() : new Answer.Found<>(value);
    }
}
