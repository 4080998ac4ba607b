package dev.headgate.e2e.operator;

import static dev.headgate.e2e.operator.TestingFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.ChangeRecord;
import dev.headgate.api.NodePin;
import dev.headgate.api.PinRefusal;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.HeadgateCluster;
import dev.headgate.e2e.cluster.Lifetime;
import dev.headgate.e2e.cluster.ServerProcess;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The operator's process, under the chart's own account, against a real API server. The control plane is its own: an operator acts on
 * everything it sees.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorIT {
    private final ControlPlane plane = ControlPlane.start(ControlPlane.Options.forTests());
    private final HeadgateCluster headgate = new HeadgateCluster(plane, new Lifetime.Leashed(), Duration.ofHours(1));
    private ServerProcess operator;

    @RegisterExtension
    final TestExecutionExceptionHandler logs = new TestExecutionExceptionHandler() {
        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
            System.err.println(context.getDisplayName() + " failed. The logs end with:\n" + plane.logTails(60));
            throw failure;
        }
    };

    OperatorIT() {
        HeadgateCluster.installChart(plane);
        plane.createNode("control", Map.of());
        operator = headgate.startOperator("control");
    }

    @AfterAll
    void stop() {
        headgate.close();
        plane.close();
    }

    private TestingFleet fleet(String name, String... nodes) {
        var fleet = new TestingFleet(plane, name);
        fleet.addNodes(nodes);
        return fleet;
    }

    /** With a policy that its nodes serve. */
    private TestingFleet served(String name, String... nodes) {
        var fleet = fleet(name, nodes);
        fleet.apply(fleet.policyYaml());
        fleet.awaitTold(1, nodes);
        fleet.acknowledge(nodes);
        fleet.awaitCondition("Ready", "True/NodesReady");
        return fleet;
    }

    @Test
    void aPolicyIsReadyOnlyWhenEveryNodeItGovernsHasAcknowledged() {
        var fleet = fleet("ready", "a", "b");

        fleet.apply(fleet.policyYaml());

        String digest = fleet.awaitTold(1, "a", "b");
        fleet.awaitCondition("Ready", "False/NodesPending");
        fleet.acknowledge("a");
        eventually(() -> assertThat(fleet.message("Ready"))
                .isEqualTo("1/2 nodes serve generation 1: ready-b has not acknowledged it"));
        fleet.acknowledge("b");
        fleet.awaitCondition("Ready", "True/NodesReady");
        assertThat(fleet.status().observedGeneration())
                .isEqualTo(fleet.policy().getMetadata().getGeneration());
        assertThat(fleet.snapshots()).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.getMetadata().getName()).isEqualTo("ready-1");
            assertThat(snapshot.getSpec().digest()).isEqualTo(digest);
            assertThat(snapshot.getSpec().audit().kind()).isEqualTo(ChangeKind.INITIAL);
            assertThat(snapshot.getSpec().audit().cause()).isEqualTo("first policy");
            assertThat(snapshot.getSpec().audit().fieldManager()).isEqualTo("kubectl-client-side-apply");
        });
    }

    @Test
    void anEditMakesGenerationTwoOnEveryNodeAndABrokenOneLeavesItServed() {
        var fleet = served("edit", "a", "b");

        fleet.apply(fleet.policyYaml().replace("nodeLimits: {active: 4", "nodeLimits: {active: 6"));

        fleet.awaitTold(2, "a", "b");
        fleet.acknowledge("a", "b");
        fleet.awaitCondition("Ready", "True/NodesReady");

        fleet.apply(fleet.policyYaml()
                .replace(
                        "    trustClasses: [standard]\n    cellClasses: [small]\n    nodeLimits",
                        "    trustClasses: [gold]\n" + "    cellClasses: [small]\n    nodeLimits"));

        fleet.awaitCondition("Compiled", "False/Findings");
        assertThat(fleet.message("Compiled")).startsWith("spec.tenants[payments].trustClasses");
        assertThat(fleet.status().findings()).isNotEmpty();
        assertThat(fleet.status().served())
                .isNotNull()
                .satisfies(served -> assertThat(served.generation()).isEqualTo(2));
        assertThat(fleet.awaitTold(2, "a", "b")).isNotNull();
        fleet.awaitCondition("Ready", "False/NotCompiled");
    }

    @Test
    void aChangeThatMeansTheSameMakesNoGeneration() {
        var fleet = served("same", "a");

        fleet.apply(fleet.policyYaml().replace("memory: 8Gi", "memory: 8192Mi"));

        eventually(() -> assertThat(fleet.status().observedGeneration()).isEqualTo(2));
        fleet.awaitCondition("Ready", "True/NodesReady");
        assertThat(fleet.snapshots()).hasSize(1);
    }

    @Test
    void aPinServesTheVeryDigestOfBeforeAndTakingItAwayGoesOn() {
        var fleet = served("pinned", "a");
        String first = fleet.awaitTold(1, "a");
        fleet.apply(fleet.policyYaml().replace("nodeLimits: {active: 4", "nodeLimits: {active: 6"));
        String second = fleet.awaitTold(2, "a");

        fleet.patchPolicy("{\"spec\":{\"rollout\":{\"pin\":{\"generation\":1}}}}");

        assertThat(fleet.awaitTold(1, "a")).isEqualTo(first);
        fleet.acknowledge("a");
        fleet.awaitCondition("Pinned", "True/PinnedToGeneration");
        fleet.awaitCondition("Ready", "True/NodesReady");
        assertThat(fleet.status().heldBack()).isEqualTo(1);

        fleet.patchPolicy("{\"spec\":{\"rollout\":null}}");

        assertThat(fleet.awaitTold(2, "a")).isEqualTo(second);
        eventually(() -> assertThat(fleet.status().history())
                .extracting(ChangeRecord::kind)
                .containsExactly(ChangeKind.CHANGE, ChangeKind.ROLLBACK, ChangeKind.CHANGE, ChangeKind.INITIAL));
        assertThat(fleet.status().history().get(1)).satisfies(rollback -> {
            assertThat(rollback.fromGeneration()).isEqualTo(2);
            assertThat(rollback.toGeneration()).isEqualTo(1);
            assertThat(rollback.toDigest()).isEqualTo(first);
            assertThat(rollback.fieldManager()).isEqualTo("kubectl-patch");
        });
        eventually(() -> assertThat(events("pinned"))
                .contains("ServingInitial", "ServingChange", "ServingRollback", "NodesReady", "PinnedToGeneration"));
    }

    private List<String> events(String policy) {
        return plane.client().events().v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getRegarding().getName().equals(policy))
                .map(Event::getReason)
                .toList();
    }

    @Test
    void aPinOfWhatIsNotRetainedIsAFindingAndWhatIsServedStays() {
        var fleet = served("unkept", "a");
        long assignment = pin(fleet, "a").getSpec().assignment();

        fleet.patchPolicy("{\"spec\":{\"rollout\":{\"pin\":{\"generation\":9}}}}");

        fleet.awaitCondition("Pinned", "False/GenerationNotRetained");
        fleet.awaitCondition("Ready", "False/GenerationNotRetained");
        assertThat(fleet.status().findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.path()).isEqualTo("spec.rollout.pin.generation"));
        assertThat(pin(fleet, "a").getSpec().assignment()).isEqualTo(assignment);
    }

    private static NodePin pin(TestingFleet fleet, String node) {
        return Objects.requireNonNull(fleet.pin(node));
    }

    @Test
    void anOldFileAppliedAgainIsAuditedAsARollback() {
        var fleet = served("again", "a");
        String first = fleet.awaitTold(1, "a");
        fleet.apply(fleet.policyYaml().replace("nodeLimits: {active: 4", "nodeLimits: {active: 6"));
        fleet.awaitTold(2, "a");

        fleet.apply(fleet.policyYaml());

        assertThat(fleet.awaitTold(3, "a")).isEqualTo(first);
        assertThat(fleet.snapshots())
                .filteredOn(snapshot -> snapshot.getSpec().generation() == 3)
                .singleElement()
                .satisfies(snapshot ->
                        assertThat(snapshot.getSpec().audit().kind()).isEqualTo(ChangeKind.ROLLBACK));
    }

    @Test
    void aRefusalIsCountedAndTheOthersAreToldAllTheSame() {
        var fleet = fleet("refusing", "a", "b");
        fleet.apply(fleet.policyYaml());
        fleet.awaitTold(1, "a", "b");

        fleet.refuse("a", PinRefusal.TOO_LARGE);

        fleet.awaitCondition("Ready", "False/NodesRefuse");
        assertThat(fleet.message("Ready")).contains("refusing-a refuses it: TooLarge");
        fleet.acknowledge("b");
        eventually(() -> {
            var nodes = Objects.requireNonNull(fleet.status().nodes());
            assertThat(nodes.refusing()).isEqualTo(1);
            assertThat(nodes.ready()).isEqualTo(1);
            assertThat(nodes.summary()).isEqualTo("1/2");
        });
    }

    @Test
    void nodesJoinMoveAndLeave() {
        var fleet = served("moving", "a");
        var other = served("other", "z");

        fleet.addNodes("b");
        fleet.awaitTold(1, "b");
        plane.kubectl("label", "node", fleet.node("b"), "pool=other", "topology.kubernetes.io/zone=z1", "--overwrite")
                .orThrow();
        eventually(() -> assertThat(fleet.target("b")).isEqualTo(other.target("z")));
        eventually(() -> assertThat(pin(fleet, "b").getSpec().placement())
                .isNotNull()
                .satisfies(placement -> {
                    assertThat(placement.zone()).isEqualTo("z1");
                    assertThat(placement.architecture()).isEqualTo("amd64");
                }));
        other.awaitCondition("Ready", "False/NodesPending");
        fleet.awaitCondition("Ready", "True/NodesReady");

        plane.kubectl("delete", "node", fleet.node("b")).orThrow();
        eventually(
                () -> assertThat(fleet.pin("b")).as("collected with its node").isNull());
        other.awaitCondition("Ready", "True/NodesReady");

        plane.kubectl("label", "node", fleet.node("a"), "pool=nowhere", "--overwrite")
                .orThrow();
        eventually(() -> assertThat(fleet.target("a")).isNull());
        fleet.awaitCondition("Governing", "False/NoMatchingNodes");
    }

    @Test
    void aPolicyOfHigherPrecedenceTakesNodesAndGivesThemBackWhenItIsDeleted() {
        var fleet = served("base", "a");
        String strong = fleet.policyYaml()
                .replace("name: base", "name: strong")
                .replace("spec:\n  nodeSelector", "spec:\n  precedence: 5\n  nodeSelector")
                .replace("nodeLimits: {active: 4", "nodeLimits: {active: 1");

        fleet.apply(strong);

        eventually(() ->
                assertThat(Objects.requireNonNull(fleet.target("a")).policy()).isEqualTo("strong"));
        fleet.awaitCondition("Governing", "False/Outranked");
        plane.kubectl("delete", "nodeadmissionpolicy", "strong").orThrow();
        fleet.awaitTold(1, "a");
        fleet.acknowledge("a");
        fleet.awaitCondition("Ready", "True/NodesReady");
    }

    @Test
    void deletingAPolicyUnpinsItsNodesAndTakesItsSnapshots() {
        var fleet = served("deleted", "a");
        long assignment = pin(fleet, "a").getSpec().assignment();

        plane.kubectl("delete", "nodeadmissionpolicy", "deleted").orThrow();

        eventually(() -> assertThat(fleet.target("a")).isNull());
        assertThat(pin(fleet, "a").getSpec().assignment()).isGreaterThan(assignment);
        eventually(() -> assertThat(fleet.snapshots()).isEmpty());
    }

    @Test
    void aNodeThatHasSeenMoreThanItsObjectHoldsIsToldAbove() {
        var fleet = served("restored", "a");

        fleet.claimAssignment("a", 1_000);

        eventually(() -> assertThat(pin(fleet, "a").getSpec().assignment()).isEqualTo(1_001));
        fleet.acknowledge("a");
        fleet.awaitCondition("Ready", "True/NodesReady");
    }

    @Test
    void aPinThatWasDeletedComesBackAboveWhatItHeld() {
        var fleet = served("gone", "a");
        long assignment = pin(fleet, "a").getSpec().assignment();

        plane.kubectl("delete", "nodepin", fleet.node("a")).orThrow();

        fleet.awaitTold(1, "a");
        assertThat(pin(fleet, "a").getSpec().assignment()).isGreaterThan(assignment);
    }

    @Test
    void aCatalogThatNobodyClaimsSaysSo() {
        var fleet = fleet("unclaimed");
        fleet.createNamespace();

        fleet.apply(fleet.catalogYaml("lonely"));

        fleet.awaitCatalogCondition("lonely", "Accepted", "False/Unclaimed");
        fleet.awaitCatalogCondition("lonely", "Ready", "False/Unclaimed");
        assertThat(metrics()).contains("headgate_operator_catalogs{state=\"unclaimed\"} 1.0");
        plane.client().resource(fleet.catalog("lonely")).delete();
        eventually(() -> assertThat(metrics()).contains("headgate_operator_catalogs{state=\"unclaimed\"} 0.0"));
    }

    private String metrics() {
        try (var in = headgate.operatorUrl().resolve("/metrics").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aCatalogWithFindingsLeavesOutOnlyItselfAndLaterKeepsItsLastGoodForm() {
        var fleet = served("catalogs", "a");
        fleet.createNamespace();
        String good = fleet.catalogYaml("good");
        String other = fleet.catalogYaml("other")
                .replace("- name: payments\n    routes", "- name: refunds\n    routes")
                .replace("service: payments", "service: refunds");
        String bad = other.replace("trustClass: standard", "trustClass: missing");

        fleet.apply(good);
        fleet.awaitTold(2, "a");
        fleet.acknowledge("a");
        fleet.awaitCatalogCondition("good", "Ready", "True/NodesReady");

        fleet.apply(bad);
        fleet.awaitCatalogCondition("other", "Accepted", "False/Findings");
        assertThat(Objects.requireNonNull(fleet.catalog("other").getStatus()).findings())
                .isNotEmpty();
        fleet.awaitCatalogCondition("good", "Ready", "True/NodesReady");
        fleet.awaitCondition("Compiled", "True/Compiled");
        assertThat(fleet.awaitTold(2, "a")).isNotNull();

        fleet.apply(other);
        fleet.awaitTold(3, "a");
        fleet.acknowledge("a");
        fleet.awaitCatalogCondition("other", "Ready", "True/NodesReady");
        assertThat(Objects.requireNonNull(fleet.catalog("other").getStatus()).policies())
                .singleElement()
                .satisfies(serving -> {
                    assertThat(serving.name()).isEqualTo("catalogs");
                    assertThat(serving.generation()).isEqualTo(3);
                });

        fleet.apply(bad);
        fleet.awaitCatalogCondition("other", "Accepted", "False/Findings");
        eventually(
                () -> assertThat(Objects.requireNonNull(fleet.catalog("other").getStatus())
                                .conditions()
                                .getFirst()
                                .getMessage())
                        .contains("keeps its last good form"));
        assertThat(fleet.awaitTold(3, "a")).isNotNull();
        assertThat(fleet.snapshots()).hasSize(3);
    }

    @Test
    void snapshotsBeyondTheLimitGoAndWhatANodeHoldsStays() {
        var fleet = served("kept", "a", "b");
        String yaml =
                fleet.policyYaml().replace("spec:\n  nodeSelector", "spec:\n  revisionHistoryLimit: 1\n  nodeSelector");

        for (int generation = 2; generation <= 5; generation++) {
            fleet.apply(yaml.replace("nodeLimits: {active: 4", "nodeLimits: {active: " + (10 + generation)));
            fleet.awaitTold(generation, "a", "b");
            fleet.acknowledge("a");
        }

        // Node b still serves 1; a serves 5; one more is kept.
        eventually(() -> assertThat(fleet.snapshots())
                .extracting(snapshot -> snapshot.getSpec().generation())
                .containsExactlyInAnyOrder(1L, 4L, 5L));
    }

    @Test
    void anOperatorThatStartsAgainWritesNothing() {
        var fleet = served("restart", "a");
        fleet.createNamespace();
        fleet.apply(fleet.catalogYaml("payments"));
        fleet.awaitTold(2, "a");
        fleet.acknowledge("a");
        fleet.awaitCondition("Ready", "True/NodesReady");
        fleet.awaitCatalogCondition("payments", "Ready", "True/NodesReady");
        operator.close();
        var before = fleet.resourceVersions();

        operator = headgate.startOperator("control");

        var marker = fleet("marker");
        marker.apply(marker.policyYaml());
        marker.awaitCondition("Governing", "False/NoMatchingNodes");
        assertThat(fleet.resourceVersions()).containsAllEntriesOf(before);
    }
}
