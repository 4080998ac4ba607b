package dev.headgate.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.ActivePin;
import dev.headgate.api.AttemptedPin;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicyStatus;
import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.ServedStatus;
import dev.headgate.api.SnapshotPart;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.HeadgateCluster;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

/** The nodes, policies and catalogs of one test, and the endpoints' side of the conversation with the operator. */
final class TestingFleet {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("headgate-node")
            .withForce(true)
            .build();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ControlPlane plane;
    /** Names of its own, so that tests share a control plane. */
    private final String name;

    TestingFleet(ControlPlane plane, String name) {
        this.plane = plane;
        this.name = name;
    }

    /** Adds nodes to the pool of this test. */
    void addNodes(String... nodes) {
        for (String node : nodes) {
            plane.createNode(node(node), Map.of("pool", name));
        }
    }

    String node(String node) {
        return name + "-" + node;
    }

    /** The policy of examples/cluster, for the nodes of this test and the tenant of its namespace. */
    String policyYaml() {
        return HeadgateCluster.read(Path.of("examples/cluster/2-policy.yaml"))
                .replace("name: everywhere", "name: " + name)
                .replace("nodeSelector: {}", "nodeSelector: {matchLabels: {pool: " + name + "}}")
                .replace("namespaces: [payments]", "namespaces: [" + name + "]");
    }

    /** The catalog of examples/cluster, in the namespace of this test. */
    String catalogYaml(String catalog) {
        return HeadgateCluster.read(Path.of("examples/cluster/3-catalog.yaml"))
                .replace(
                        "metadata:\n  name: payments\n  namespace: payments",
                        "metadata:\n  name: " + catalog + "\n  namespace: " + name);
    }

    void createNamespace() {
        plane.kubectl("create", "namespace", name).orThrow();
    }

    void apply(String yaml) {
        plane.kubectlWithInput(yaml, "apply", "-f", "-").orThrow();
    }

    void patchPolicy(String mergePatch) {
        plane.kubectl("patch", "nodeadmissionpolicy", name, "--type=merge", "-p", mergePatch)
                .orThrow();
    }

    NodeAdmissionPolicy policy() {
        return plane.client()
                .resources(NodeAdmissionPolicy.class)
                .withName(name)
                .require();
    }

    NodeAdmissionPolicyStatus status() {
        NodeAdmissionPolicyStatus status = policy().getStatus();
        if (status == null) {
            throw new AssertionError("no status yet");
        }
        return status;
    }

    DeploymentCatalog catalog(String catalog) {
        return plane.client()
                .resources(DeploymentCatalog.class)
                .inNamespace(name)
                .withName(catalog)
                .require();
    }

    @Nullable NodePin pin(String node) {
        return plane.client().resources(NodePin.class).withName(node(node)).get();
    }

    @Nullable PinTarget target(String node) {
        NodePin pin = pin(node);
        return pin == null ? null : pin.getSpec().target();
    }

    List<PolicySnapshot> snapshots() {
        return plane.client()
                .resources(PolicySnapshot.class)
                .withLabel("headgate.dev/policy", name)
                .list()
                .getItems();
    }

    /** Waits until nodes are told a generation, and returns its digest. */
    String awaitTold(long generation, String... nodes) {
        for (String node : nodes) {
            eventually(() -> assertThat(target(node))
                    .isNotNull()
                    .returns(name, PinTarget::policy)
                    .returns(generation, PinTarget::generation));
        }
        return Objects.requireNonNull(target(nodes[0])).digest();
    }

    /** A node serves what it is told, and says so. */
    void acknowledge(String... nodes) {
        for (String node : nodes) {
            NodePin pin = Objects.requireNonNull(pin(node));
            PinTarget target = Objects.requireNonNull(pin.getSpec().target());
            var served = new ServedStatus(target.generation(), target.digest());
            report(
                    pin,
                    new NodePinStatus(
                            pin.getSpec().assignment(),
                            new ActivePin(target.policy(), target.generation(), target.digest(), null),
                            new AttemptedPin(target.generation(), target.digest(), null),
                            served,
                            1L,
                            null,
                            null,
                            List.of()));
        }
    }

    /** A node refuses what it is told, having served nothing before. */
    void refuse(String node, PinRefusal refusal) {
        NodePin pin = Objects.requireNonNull(pin(node));
        PinTarget target = Objects.requireNonNull(pin.getSpec().target());
        report(
                pin,
                new NodePinStatus(
                        pin.getSpec().assignment(),
                        null,
                        new AttemptedPin(target.generation(), target.digest(), refusal),
                        null,
                        1L,
                        null,
                        null,
                        List.of()));
    }

    /** A node says that it has seen an assignment, whatever its object holds now. */
    void claimAssignment(String node, long assignment) {
        NodePin pin = Objects.requireNonNull(pin(node));
        report(pin, new NodePinStatus(assignment, null, null, null, 1L, null, null, List.of()));
    }

    private void report(NodePin pin, NodePinStatus status) {
        var applied = new NodePin();
        applied.setMetadata(
                new ObjectMetaBuilder().withName(pin.getMetadata().getName()).build());
        applied.setStatus(status);
        plane.client().resource(applied).subresource("status").patch(APPLY);
    }

    void awaitCondition(String type, String statusAndReason) {
        eventually(() -> assertThat(condition(status().conditions(), type)).isEqualTo(statusAndReason));
    }

    void awaitCatalogCondition(String catalog, String type, String statusAndReason) {
        eventually(() -> {
            var status = catalog(catalog).getStatus();
            assertThat(status == null ? "" : condition(status.conditions(), type))
                    .isEqualTo(statusAndReason);
        });
    }

    String message(String type) {
        return status().conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .map(Condition::getMessage)
                .findFirst()
                .orElse("");
    }

    private static String condition(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> condition.getType().equals(type))
                .map(condition -> condition.getStatus() + "/" + condition.getReason())
                .findFirst()
                .orElse("");
    }

    static void eventually(ThrowingRunnable assertion) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).untilAsserted(assertion);
    }

    /** The resource version of every object of Headgate in the cluster. */
    Map<String, String> resourceVersions() {
        var client = plane.client();
        Map<String, String> versions = new TreeMap<>();
        Stream.of(
                        client.resources(NodeAdmissionPolicy.class).list().getItems(),
                        client.resources(DeploymentCatalog.class)
                                .inAnyNamespace()
                                .list()
                                .getItems(),
                        client.resources(PolicySnapshot.class).list().getItems(),
                        client.resources(SnapshotPart.class).list().getItems(),
                        client.resources(NodePin.class).list().getItems())
                .flatMap(List::stream)
                .map(HasMetadata.class::cast)
                .forEach(object -> versions.put(
                        object.getKind() + "/" + object.getMetadata().getNamespace() + "/"
                                + object.getMetadata().getName(),
                        object.getMetadata().getResourceVersion()));
        return versions;
    }
}
