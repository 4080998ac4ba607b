package dev.headgate.node;

import dev.headgate.authority.NodeClock;
import dev.headgate.pin.PinConsumer;
import dev.headgate.pin.PinSourceStatus;
import dev.headgate.policy.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the policy of this endpoint comes from, and with it who may call: a directory, or the operator of a cluster. */
sealed interface PolicySource extends AutoCloseable permits DirectorySource, ClusterSource {

    /**
     * The source that the options name.
     *
     * @param durability that is in force, for what a cluster is told
     * @throws IOException if a file of the options cannot be used
     */
    static PolicySource of(
            NodeOptions options, long bootEpoch, Supplier<Durability> durability, NodeClock clock, PinConsumer consumer)
            throws IOException {
        return switch (options.source()) {
            case NodeOptions.Source.Directory(Path directory) -> new DirectorySource(options, directory, consumer);
            case NodeOptions.Source.Cluster(@Nullable Path kubeconfig) ->
                new ClusterSource(options, kubeconfig, bootEpoch, durability, clock, consumer);
        };
    }

    /** Pins what is at hand, and follows changes from then on. Waits for nothing that is far away. */
    void start();

    /** Who may call. */
    Callers callers();

    /** How the source of pins stands. */
    PinSourceStatus status();

    @Override
    void close();

    /** In words, what is missing while nothing is pinned. */
    default String whyUnpinned() {
        PinSourceStatus status = status();
        if (status.refusal() != null) {
            return "the policy was refused (" + status.refusal() + "): " + String.join("; ", status.details());
        }
        return status.lastContactUnixMillis() < 0
                ? "nothing was heard of a policy yet"
                : "no policy is assigned to this node";
    }
}
