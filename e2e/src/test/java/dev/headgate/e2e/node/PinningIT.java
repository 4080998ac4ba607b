package dev.headgate.e2e.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.admission.Pin;
import dev.headgate.api.ChangeKind;
import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotAudit;
import dev.headgate.api.SnapshotPart;
import dev.headgate.api.SnapshotPartReference;
import dev.headgate.api.SnapshotPartSpec;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.HeadgateCluster;
import dev.headgate.e2e.cluster.SharedControlPlane;
import dev.headgate.e2e.cluster.TokenBinding;
import dev.headgate.pin.ClusterPins;
import dev.headgate.pin.LastKnownGood;
import dev.headgate.pin.PinConsumer;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Durability;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import dev.headgate.source.PolicyDirectory;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A node pins what a real API server assigns, with the account that the chart made for it. */
@ExtendWith(SharedControlPlane.class)
class PinningIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NODE = "pinning";

    @TempDir
    Path state;

    private final List<String> served = new CopyOnWriteArrayList<>();

    @Test
    void aNodeServesItsAssignmentAcknowledgesItAndKeepsItOverARestart(ControlPlane plane) {
        Snapshot snapshot = quickstart();
        plane.createNode(NODE, java.util.Map.of());
        publish(plane.client(), snapshot);
        assign(plane.client(), 1, new PinTarget("pinning-policy", 1L, snapshot.digest()));
        var pod = plane.createPod(HeadgateCluster.NAMESPACE, "pinning", "headgate-node", NODE);
        KubernetesClient account =
                plane.clientFor(plane.token(HeadgateCluster.NAMESPACE, "headgate-node", null, TokenBinding.to(pod)));

        try (ClusterPins pins = pins(account)) {
            pins.start();
            await().atMost(PATIENCE).until(() -> ready(plane, 1).equals("True/TargetServed"));
            assertThat(served).containsExactly("1:" + snapshot.digest());

            assign(plane.client(), 2, new PinTarget("pinning-policy", 9L, snapshot.digest()));
            await().atMost(PATIENCE).until(() -> ready(plane, 2).equals("False/PartMissing"));
            NodePinStatus refused = requireNonNull(status(plane));
            assertThat(requireNonNull(refused.attempted()).refusal()).isEqualTo(PinRefusal.PART_MISSING);
            assertThat(requireNonNull(refused.active()).generation()).isEqualTo(1);

            plane.client().resources(NodePin.class).withName(NODE).delete();
            assign(plane.client(), 3, new PinTarget("pinning-policy", 1L, snapshot.digest()));
            await().atMost(PATIENCE).until(() -> ready(plane, 3).equals("True/TargetServed"));
            assertThat(served).as("a deleted object unpins nothing").hasSize(1);
            assertThat(pins.status().lastContactUnixMillis()).isPositive();
        }

        served.clear();
        try (ClusterPins restarted = pins(account)) {
            restarted.start();
            assertThat(served).containsExactly("1:" + snapshot.digest());
        }
    }

    private ClusterPins pins(KubernetesClient client) {
        PinConsumer consumer = new PinConsumer() {
            @Override
            public void pin(Pin pin) {
                served.add(pin.version().generation() + ":" + pin.version().digest());
            }

            @Override
            public void unpin() {
                served.add("none");
            }
        };
        return ClusterPins.of(
                client, NODE, new LastKnownGood(state), consumer, () -> 1, () -> 100, () -> Durability.JOURNAL, 10);
    }

    private static void assign(KubernetesClient client, long assignment, PinTarget target) {
        NodePin pin = new NodePin();
        pin.setMetadata(new ObjectMetaBuilder().withName(NODE).build());
        pin.setSpec(new NodePinSpec("uid-of-" + NODE, assignment, target, null));
        client.resource(pin).fieldManager("test").forceConflicts().serverSideApply();
    }

    private static @Nullable NodePinStatus status(ControlPlane plane) {
        NodePin pin = plane.client().resources(NodePin.class).withName(NODE).get();
        return pin == null ? null : pin.getStatus();
    }

    /** Status and reason of {@code Ready} once this assignment was observed; empty before. */
    private static String ready(ControlPlane plane, long assignment) {
        NodePinStatus status = status(plane);
        if (status == null || !Long.valueOf(assignment).equals(status.observedAssignment())) {
            return "";
        }
        return status.conditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .map(PinningIT::words)
                .findFirst()
                .orElse("");
    }

    private static String words(Condition condition) {
        return condition.getStatus() + "/" + condition.getReason();
    }

    private static Snapshot quickstart() {
        var read = (PolicyDirectory.Read) PolicyDirectory.read(Path.of("../examples/quickstart"));
        var compiled = (Compilation.Compiled) PolicyCompiler.compile(
                read.policy().resource(),
                read.catalogs().stream().map(PolicyDirectory.Located::resource).toList(),
                null);
        return SnapshotCodec.encode(compiled.policy());
    }

    private static void publish(KubernetesClient client, Snapshot snapshot) {
        for (Snapshot.Part part : snapshot.parts()) {
            SnapshotPart object = new SnapshotPart();
            object.setMetadata(new ObjectMetaBuilder().withName(part.name()).build());
            object.setSpec(new SnapshotPartSpec(part.digest(), part.content()));
            client.resource(object).create();
        }
        PolicySnapshot manifest = new PolicySnapshot();
        manifest.setMetadata(
                new ObjectMetaBuilder().withName("pinning-policy-1").build());
        manifest.setSpec(new PolicySnapshotSpec(
                snapshot.schemaVersion(),
                "pinning-policy",
                "uid-of-policy",
                1L,
                snapshot.digest(),
                null,
                snapshot.parts().stream()
                        .map(part -> new SnapshotPartReference(
                                part.name(), part.digest(), part.content().getBytes(StandardCharsets.UTF_8).length))
                        .toList(),
                new SnapshotAudit(ChangeKind.INITIAL, null, null, null, null, null)));
        client.resource(manifest).create();
    }
}
