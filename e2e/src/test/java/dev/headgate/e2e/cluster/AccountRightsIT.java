package dev.headgate.e2e.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The accounts of the chart may do what they need and nothing that would hurt: the forbidden thing is tried with each. */
@ExtendWith(SharedControlPlane.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountRightsIT {

    /** Something that an account must not be able to do. */
    record Attempt(String account, String sentence, Consumer<KubernetesClient> tried) {
        @Override
        public String toString() {
            return account + " " + sentence;
        }
    }

    private static final String ENDPOINT = "headgate-node";
    private static final String OPERATOR = "headgate-operator";
    private static final String PERSON = "headgate-cli";

    private Map<String, KubernetesClient> clients = Map.of();

    @BeforeAll
    void createPinsAndTokens(ControlPlane plane) {
        for (String node : new String[] {"mine", "theirs"}) {
            plane.createNode(node, Map.of());
            plane.kubectlWithInput(pin(node), "apply", "-f", "-").orThrow();
        }
        plane.kubectlWithInput(
                        InvalidResourceIT.valid("policy").replace("name: refusals", "name: any"), "apply", "-f", "-")
                .orThrow();
        clients = Map.of(
                ENDPOINT, client(plane, ENDPOINT),
                OPERATOR, client(plane, OPERATOR),
                PERSON, client(plane, PERSON));
    }

    private static KubernetesClient client(ControlPlane plane, String account) {
        var pod = plane.createPod(HeadgateCluster.NAMESPACE, "rights-of-" + account, account, "mine");
        return plane.clientFor(plane.token(HeadgateCluster.NAMESPACE, account, null, TokenBinding.to(pod)));
    }

    @Test
    void anEndpointWritesTheStatusOfItsOwnPin() {
        writeStatus(client(ENDPOINT), "mine", 1);

        assertThat(resource(client(ENDPOINT), "NodePin", "mine").get().getAdditionalProperties())
                .extractingByKey("status")
                .isEqualTo(Map.of("observedAssignment", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"True", "False", "Unknown"})
    void aConditionHasTheStatusThatConditionsHave(String status, ControlPlane plane) {
        String patch = """
                {"status": {"conditions": [{"type": "Compiled", "status": "%s", "reason": "Tried", "message": "",
                  "lastTransitionTime": "2026-12-01T00:00:00Z", "observedGeneration": 1}]}}
                """.formatted(status);

        resource(plane.client(), "NodeAdmissionPolicy", "any")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);

        assertThat(plane.kubectl("wait", "--for=condition=Compiled=" + status, "--timeout=10s", "nap/any")
                        .succeeded())
                .isTrue();
    }

    @Test
    void anEndpointCannotWriteTheStatusOfAnotherNodesPin() {
        // A policy that was just installed takes a moment until the API server enforces it.
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(() -> writeStatus(client(ENDPOINT), "theirs", 1))
                        .isInstanceOfSatisfying(
                                KubernetesClientException.class,
                                e -> assertThat(e.getCode()).isEqualTo(403))
                        .hasMessageContaining("its own node's NodePin only"));
    }

    @Test
    void anEndpointWhoseTokenNamesNoNodeWritesNoStatusAtAll(ControlPlane plane) {
        var unbound = plane.clientFor(plane.token(HeadgateCluster.NAMESPACE, ENDPOINT, null, null));

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(() -> writeStatus(unbound, "mine", 1))
                        .hasMessageContaining("its own node's NodePin only"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void isForbidden(Attempt attempt) {
        assertThatThrownBy(() -> attempt.tried().accept(client(attempt.account())))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403));
    }

    static Stream<Attempt> isForbidden() {
        return Stream.of(
                new Attempt(
                        ENDPOINT,
                        "assigns itself a generation",
                        c -> edit(c, "NodePin", "mine", "{\"spec\":{\"assignment\":9}}")),
                new Attempt(
                        ENDPOINT,
                        "deletes its pin",
                        c -> resource(c, "NodePin", "mine").delete()),
                new Attempt(ENDPOINT, "writes a snapshot", c -> create(c, "PolicySnapshot")),
                new Attempt(ENDPOINT, "writes a part", c -> create(c, "SnapshotPart")),
                new Attempt(
                        ENDPOINT,
                        "deletes a snapshot",
                        c -> resource(c, "PolicySnapshot", "any-1").delete()),
                new Attempt(
                        ENDPOINT,
                        "reads policies",
                        c -> resource(c, "NodeAdmissionPolicy", "any").get()),
                new Attempt(ENDPOINT, "writes a policy", c -> create(c, "NodeAdmissionPolicy")),
                new Attempt(
                        ENDPOINT,
                        "reads a secret",
                        c -> c.secrets()
                                .inNamespace(HeadgateCluster.NAMESPACE)
                                .withName("headgate-node-tls")
                                .get()),
                new Attempt(
                        ENDPOINT, "reads nodes", c -> c.nodes().withName("mine").get()),
                new Attempt(
                        ENDPOINT,
                        "reads pods",
                        c -> c.pods().inNamespace(HeadgateCluster.NAMESPACE).list()),
                new Attempt(
                        OPERATOR,
                        "changes a policy",
                        c -> edit(c, "NodeAdmissionPolicy", "any", "{\"spec\":{\"precedence\":1}}")),
                new Attempt(OPERATOR, "writes a policy", c -> create(c, "NodeAdmissionPolicy")),
                new Attempt(
                        OPERATOR,
                        "deletes a policy",
                        c -> resource(c, "NodeAdmissionPolicy", "any").delete()),
                new Attempt(OPERATOR, "acknowledges for a node", c -> writeStatus(c, "mine", 9)),
                new Attempt(
                        OPERATOR,
                        "reads a secret",
                        c -> c.secrets()
                                .inNamespace(HeadgateCluster.NAMESPACE)
                                .withName("headgate-node-tls")
                                .get()),
                new Attempt(
                        OPERATOR,
                        "labels a node",
                        c -> c.nodes()
                                .withName("mine")
                                .patch(
                                        PatchContext.of(PatchType.JSON_MERGE),
                                        "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")),
                new Attempt(
                        OPERATOR,
                        "reads pods",
                        c -> c.pods().inNamespace(HeadgateCluster.NAMESPACE).list()),
                new Attempt(
                        PERSON,
                        "reads policies",
                        c -> resource(c, "NodeAdmissionPolicy", "any").get()),
                new Attempt(
                        PERSON,
                        "reads snapshots",
                        c -> resource(c, "PolicySnapshot", "any-1").get()),
                new Attempt(PERSON, "writes a pin's status", c -> writeStatus(c, "mine", 9)),
                new Attempt(
                        PERSON,
                        "reads a secret",
                        c -> c.secrets()
                                .inNamespace(HeadgateCluster.NAMESPACE)
                                .withName("headgate-node-tls")
                                .get()));
    }

    private KubernetesClient client(String account) {
        return requireNonNull(clients.get(account), account);
    }

    private static void writeStatus(KubernetesClient client, String node, long assignment) {
        resource(client, "NodePin", node)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"observedAssignment\":" + assignment + "}}");
    }

    private static void edit(KubernetesClient client, String kind, String name, String patch) {
        resource(client, kind, name).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void create(KubernetesClient client, String kind) {
        var resource = new GenericKubernetesResource();
        resource.setApiVersion("headgate.dev/v1alpha1");
        resource.setKind(kind);
        resource.setMetadata(new ObjectMetaBuilder().withName("forged").build());
        resource.setAdditionalProperty("spec", Map.of());
        client.genericKubernetesResources("headgate.dev/v1alpha1", kind)
                .resource(resource)
                .create();
    }

    private static Resource<GenericKubernetesResource> resource(KubernetesClient client, String kind, String name) {
        return client.genericKubernetesResources("headgate.dev/v1alpha1", kind).withName(name);
    }

    private static String pin(String node) {
        return """
                apiVersion: headgate.dev/v1alpha1
                kind: NodePin
                metadata: {name: %s}
                spec: {nodeUid: "0", assignment: 1}
                """.formatted(node);
    }
}
