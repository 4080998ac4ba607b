package dev.headgate.pin;

import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotPartSpec;
import java.util.function.Consumer;

/** What pinning needs of the API server. Calls block, and none throws for what the API server does. */
interface ClusterObjects extends AutoCloseable {

    /** What became of a call. */
    sealed interface Answer<T> {
        record Found<T>(T value) implements Answer<T> {}

        /** There is no such object. */
        record Absent<T>() implements Answer<T> {}

        /** The API server was not reached, or said that it cannot. */
        record Unavailable<T>(String why) implements Answer<T> {}
    }

    /** Follows the node's own object, through lost connections and expired watches, until closed. Each state may come more than once. */
    void follow(Consumer<NodePin> onState);

    /** The node's own object as it is now. */
    Answer<NodePin> ownPin();

    Answer<PolicySnapshotSpec> manifest(String name);

    Answer<SnapshotPartSpec> part(String name);

    /** Applies the status of the node's own object as field manager {@code headgate-node}. */
    Answer<NodePinStatus> applyStatus(NodePinStatus status);

    @Override
    void close();
}
