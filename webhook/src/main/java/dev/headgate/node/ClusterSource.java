package dev.headgate.node;

import dev.headgate.authority.NodeClock;
import dev.headgate.command.ApiServer;
import dev.headgate.pin.ClusterPins;
import dev.headgate.pin.LastKnownGood;
import dev.headgate.pin.PinConsumer;
import dev.headgate.pin.PinSourceStatus;
import dev.headgate.policy.Durability;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node of a cluster: what the operator assigns to it, and callers by the tokens of the cluster. */
final class ClusterSource implements PolicySource {
    /** A fleet that is told at once does not fetch at once. */
    private static final long MAX_SPREAD_MILLIS = 2_000;

    private static final int EPOCH_SHIFT = 40;

    private final KubernetesClient client;
    private final ClusterPins pins;
    private final Callers callers;

    ClusterSource(
            NodeOptions options,
            @Nullable Path kubeconfig,
            long bootEpoch,
            Supplier<Durability> durability,
            NodeClock clock,
            PinConsumer consumer)
            throws IOException {
        this.client = new KubernetesClientBuilder()
                .withConfig(ApiServer.config(kubeconfig, System.getenv()))
                .build();
        this.pins = ClusterPins.of(
                client,
                options.nodeName(),
                new LastKnownGood(options.stateDirectory()),
                consumer,
                () -> bootEpoch,
                () -> (bootEpoch + 1) << EPOCH_SHIFT,
                durability,
                MAX_SPREAD_MILLIS);
        this.callers = Callers.inCluster(options, client, clock);
    }

    @Override
    public void start() {
        pins.start();
    }

    @Override
    public Callers callers() {
        return callers;
    }

    @Override
    public PinSourceStatus status() {
        return pins.status();
    }

    @Override
    public void close() {
        pins.close();
        callers.close();
        client.close();
    }
}
