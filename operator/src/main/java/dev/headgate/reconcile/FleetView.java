package dev.headgate.reconcile;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodePin;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.SnapshotPart;
import dev.headgate.fleet.Governance;
import dev.headgate.fleet.PinFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the operator sees of the cluster: one watch a kind, shared by all reconcilers, so that they decide on the same state. */
final class FleetView implements AutoCloseable {
    /** Objects in one page of a list: a fleet must not come in one answer. */
    private static final long PAGE = 500L;

    final Watched<NodeAdmissionPolicy> policies;
    final Watched<DeploymentCatalog> catalogs;
    final Watched<PolicySnapshot> snapshots;
    final Watched<SnapshotPart> parts;
    final Watched<NodePin> pins;
    final Watched<Node> nodes;

    FleetView(KubernetesClient client) {
        policies = new Watched<>(
                "policies",
                client.resources(NodeAdmissionPolicy.class).withLimit(PAGE).runnableInformer(0));
        catalogs = new Watched<>(
                "catalogs",
                client.resources(DeploymentCatalog.class)
                        .inAnyNamespace()
                        .withLimit(PAGE)
                        .runnableInformer(0));
        snapshots = new Watched<>(
                "snapshots",
                client.resources(PolicySnapshot.class).withLimit(PAGE).runnableInformer(0));
        parts = new Watched<>(
                "parts", client.resources(SnapshotPart.class).withLimit(PAGE).runnableInformer(0));
        pins = new Watched<>(
                "pins", client.resources(NodePin.class).withLimit(PAGE).runnableInformer(0));
        nodes = new Watched<>(
                "nodes", client.nodes().withLimit(PAGE).runnableInformer(0).itemStore(new NodeLabelsStore()));
    }

    private Stream<Watched<?>> all() {
        return Stream.of(policies, catalogs, snapshots, parts, pins, nodes);
    }

    /** Starts all watches, and returns when each has listed once. Waits for an API server that is away. */
    void start() {
        var starting = all().map(Watched::start).toList();
        starting.forEach(stage -> stage.toCompletableFuture().join());
    }

    /** The kinds of which nothing is known yet. */
    List<String> missing() {
        return all().filter(watched -> !watched.synced()).map(Watched::kind).toList();
    }

    /** The policies that compete for nodes. */
    Governance governance() {
        return Governance.over(policies.all().stream()
                .filter(policy -> policy.getMetadata().getDeletionTimestamp() == null)
                .map(Facts::policy)
                .toList());
    }

    Map<String, PinFacts> pinsByNode() {
        Map<String, PinFacts> byNode = new HashMap<>();
        pins.all().forEach(pin -> byNode.put(pin.getMetadata().getName(), Facts.pin(pin)));
        return byNode;
    }

    @Override
    public void close() {
        all().forEach(Watched::close);
    }
}
