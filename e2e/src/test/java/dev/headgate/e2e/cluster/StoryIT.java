package dev.headgate.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The main job from end to end, as one story whose chapters follow each other: a policy is applied, compiled, pinned, asked,
 * changed, broken and gone back from, and then the API server goes away. Operator and endpoints are real processes with the
 * rights of the chart's own accounts.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StoryIT {
    private static final Path EXAMPLE = Path.of("examples/cluster");
    private static final String POLICY_FILE = HeadgateCluster.read(EXAMPLE.resolve("2-policy.yaml"));
    private static final String POLICY = "everywhere";
    private static final String POLICY_OBJECT = "nap/" + POLICY;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ControlPlane plane = ControlPlane.start(ControlPlane.Options.forTests());
    private final HeadgateCluster cluster = new HeadgateCluster(plane, new Lifetime.Leashed(), Duration.ofHours(1));

    @RegisterExtension
    private final LogsOfFailure logs = new LogsOfFailure(plane);

    private final List<String> held = new ArrayList<>();
    private ServerProcess operator;
    private NodeEndpoint east;
    private NodeEndpoint west;
    private Caller caller;
    private String firstDigest = "";
    private String secondDigest = "";

    @BeforeAll
    void installAndStart() {
        HeadgateCluster.installChart(plane);
        plane.createNode("east", Map.of("topology.kubernetes.io/region", "eu-1"));
        plane.createNode("west", Map.of("topology.kubernetes.io/region", "us-1"));
        operator = cluster.startOperator("east");
        east = cluster.startEndpoint("east");
        west = cluster.startEndpoint("west");
        cluster.apply(EXAMPLE.resolve("1-namespace.yaml"));
        caller = new Caller(east, cluster.callerToken("payments", "runtime", "east"));
    }

    @AfterAll
    void end() {
        cluster.close();
        plane.close();
    }

    @Test
    @Order(1)
    void anAppliedPolicyIsReadyOnceEveryNodeHasAcknowledgedIt() {
        cluster.apply(EXAMPLE);

        plane.kubectl("wait", "--for=condition=Ready", "--timeout=90s", POLICY_OBJECT)
                .orThrow();

        assertThat(value(POLICY_OBJECT, ".status.served.generation")).isEqualTo("1");
        assertThat(value(POLICY_OBJECT, ".status.nodes.summary")).isEqualTo("2/2");
        firstDigest = servedDigest();
        assertThat(firstDigest).startsWith("sha256:").isEqualTo(CompiledFiles.digest(plane, EXAMPLE));
        assertActive("east", 1, firstDigest);
        assertActive("west", 1, firstDigest);
    }

    @Test
    @Order(2)
    void aServiceAccountGetsAPermitThatNamesGenerationOneAndItsDigest() {
        var answer = caller.admit("first");

        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        assertThat(answer.text("/state")).isEqualTo("Queued");
        assertThat(answer.text("/policy/name")).isEqualTo(POLICY);
        assertThat(answer.text("/policy/generation")).isEqualTo("1");
        assertThat(answer.text("/policy/digest")).isEqualTo(firstDigest);
        held.add(answer.text("/permitId"));
    }

    @Test
    @Order(3)
    void aTokenOfAPodOnAnotherNodeIsRefused() {
        var stranger = new Caller(east, cluster.callerToken("payments", "runtime", "west"));
        var answer = stranger.admit("stranger");

        assertThat(answer.status()).as("%s", answer).isEqualTo(403);
        assertThat(answer.text("/reason")).isEqualTo("wrong-node");
    }

    @Test
    @Order(4)
    void workIsAdmittedUntilTheTenantIsFull() {
        for (int i = 2; i <= 4; i++) {
            var answer = caller.admit("work-" + i);
            assertThat(answer.status()).as("%s", answer).isEqualTo(201);
            held.add(answer.text("/permitId"));
        }

        assertFull("one-too-many");
    }

    @Test
    @Order(5)
    void completedWorkMakesRoom() {
        String done = held.removeFirst();
        var started = caller.start(done, "executor-1");
        assertThat(started.status()).as("%s", started).isEqualTo(200);

        var completed = caller.complete(done, started.text("/fencingToken"));

        assertThat(completed.status()).as("%s", completed).isEqualTo(200);
        assertThat(completed.text("/state")).isEqualTo("Settled");
        var next = caller.admit("after-room");
        assertThat(next.status()).as("%s", next).isEqualTo(201);
        held.add(next.text("/permitId"));
        assertFull("still-one-too-many");
    }

    @Test
    @Order(6)
    void aChangedPolicyIsGenerationTwoOnEveryNodeAndHarmsNoPermit() {
        applyPolicy(POLICY_FILE.replace("{active: 4, queued: 4,", "{active: 6, queued: 6,"));

        awaitReadyAt(2);

        secondDigest = servedDigest();
        assertThat(secondDigest).isNotEqualTo(firstDigest);
        assertActive("east", 2, secondDigest);
        assertActive("west", 2, secondDigest);
        for (String permitId : held) {
            var permit = caller.read(permitId);
            assertThat(permit.text("/state")).as("%s", permit).isEqualTo("Queued");
            assertThat(permit.text("/policy/generation")).isEqualTo("1");
        }
        for (int i = 5; i <= 6; i++) {
            var answer = caller.admit("work-" + i);
            assertThat(answer.status()).as("%s", answer).isEqualTo(201);
            assertThat(answer.text("/policy/digest")).isEqualTo(secondDigest);
        }
        assertFull("again-one-too-many");
    }

    @Test
    @Order(7)
    void aPolicyThatDoesNotCompileSaysWhereAndLeavesWhatIsServed() {
        applyPolicy(POLICY_FILE.replace("    trustClasses: [standard]", "    trustClasses: [nowhere]"));

        plane.kubectl("wait", "--for=condition=Compiled=False", "--timeout=90s", POLICY_OBJECT)
                .orThrow();

        assertThat(value(POLICY_OBJECT, ".status.findings[*].path")).contains("spec.tenants[", "trustClasses");
        assertThat(value(POLICY_OBJECT, ".status.served.generation")).isEqualTo("2");
        assertActive("east", 2, secondDigest);
        assertThat(caller.read(held.getFirst()).text("/state")).isEqualTo("Queued");
    }

    @Test
    @Order(8)
    void pinningGenerationOneBringsBackTheVeryDigestOfBefore() {
        plane.kubectl(
                        "patch",
                        "nap",
                        POLICY,
                        "--type=merge",
                        "--field-manager=oncall",
                        "-p",
                        "{\"spec\":{\"rollout\":{\"pin\":{\"generation\":1}}}}")
                .orThrow();

        awaitActive("east", 1, firstDigest);
        awaitActive("west", 1, firstDigest);
        assertThat(servedDigest()).isEqualTo(firstDigest);
    }

    @Test
    @Order(9)
    void takingThePinAwayGoesOnWithTheNewest() {
        plane.kubectl(
                        "patch",
                        "nap",
                        POLICY,
                        "--type=merge",
                        "--field-manager=oncall",
                        "-p",
                        "{\"spec\":{\"rollout\":null}}")
                .orThrow();
        applyPolicy(POLICY_FILE.replace("{active: 4, queued: 4,", "{active: 6, queued: 6,"));

        awaitReadyAt(2);

        assertThat(servedDigest()).isEqualTo(secondDigest);
        assertActive("east", 2, secondDigest);
    }

    @Test
    @Order(10)
    void aDeletedNodeLeavesThePolicyReadyOnTheRest() {
        plane.kubectl("delete", "node", "west").orThrow();

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(value(POLICY_OBJECT, ".status.nodes.summary")).isEqualTo("1/1");
            assertThat(plane.kubectl("get", "npin", "west").err()).contains("not found");
        });
        awaitReadyAt(2);
        west.process().close();
    }

    @Test
    @Order(11)
    void withoutAnApiServerTheNodeGoesOnAdmitting() {
        var settled = caller.start(held.removeFirst(), "executor-2");
        caller.complete(settled.text("/permitId"), settled.text("/fencingToken"));

        plane.stopApiServer();

        var answer = caller.admit("without-api-server");
        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        assertThat(answer.text("/policy/digest")).isEqualTo(secondDigest);
    }

    @Test
    @Order(12)
    void anEndpointThatRestartsMeanwhileServesItsLastKnownGood() {
        east.process().close();

        east = cluster.restartEndpoint(east);

        // What was held before is held still, and its holder goes on with it.
        assertFull("while-all-is-held");
        var started = caller.start(held.removeFirst(), "executor-3");
        assertThat(started.status()).as("%s", started).isEqualTo(200);
        caller.complete(started.text("/permitId"), started.text("/fencingToken"));
        var answer = caller.admit("after-restart");
        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        assertThat(answer.text("/policy/generation")).isEqualTo("2");
        assertThat(answer.text("/policy/digest")).isEqualTo(secondDigest);
    }

    @Test
    @Order(13)
    void whenTheApiServerIsBackEverythingConverges() {
        plane.startApiServer();
        if (!operator.isAlive()) {
            // It ends when it cannot renew its lease in time, and the kubelet starts it again.
            operator = cluster.startOperator("east");
        }

        applyPolicy(POLICY_FILE.replace("{active: 4, queued: 4,", "{active: 8, queued: 8,"));

        awaitReadyAt(3);
        assertActive("east", 3, servedDigest());
        assertThat(caller.admit("converged").text("/policy/generation")).isEqualTo("3");
    }

    private void assertFull(String activationId) {
        var refused = caller.admit(activationId);
        assertThat(refused.status()).as("%s", refused).isEqualTo(429);
        assertThat(refused.text("/reason")).isEqualTo("capacity-exhausted");
        assertThat(refused.text("/limit/scope")).isEqualTo("tenant");
    }

    private void applyPolicy(String yaml) {
        assertThat(yaml).as("the changed policy").isNotEqualTo(POLICY_FILE);
        plane.kubectlWithInput(yaml, "apply", "-f", "-").orThrow();
    }

    private String servedDigest() {
        return value(POLICY_OBJECT, ".status.served.digest");
    }

    private String value(String object, String path) {
        return plane.kubectl("get", object, "-o", "jsonpath={" + path + "}").orThrow();
    }

    /** Both, because Ready stays true from the generation before until the operator has seen the change. */
    private void awaitReadyAt(long generation) {
        plane.kubectl(
                        "wait",
                        "--for=jsonpath={.status.served.generation}=" + generation,
                        "--timeout=90s",
                        POLICY_OBJECT)
                .orThrow();
        plane.kubectl("wait", "--for=condition=Ready", "--timeout=90s", POLICY_OBJECT)
                .orThrow();
    }

    private void awaitActive(String node, long generation, String digest) {
        await().atMost(PATIENCE).untilAsserted(() -> assertActive(node, generation, digest));
    }

    private void assertActive(String node, long generation, String digest) {
        String active = value("npin/" + node, ".status.active.generation}/{.status.active.digest");
        assertThat(active).as("what node %s serves", node).isEqualTo(generation + "/" + digest);
    }
}
