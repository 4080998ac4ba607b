package dev.headgate.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.e2e.cluster.ControlPlane;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The chart, installed by Helm into a namespace that enforces Pod Security {@code restricted}, where the journal is a volume of
 * the pod. It has a control plane of its own,
 * because it removes the release.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ChartInstallIT {

    /** What an account may do beyond what every account may, as {@code kubectl auth can-i --list} prints it. */
    record Rights(String account, List<String> rules) {
        @Override
        public String toString() {
            return account;
        }
    }

    private ControlPlane plane;

    @BeforeAll
    void install() {
        plane = ControlPlane.start(ControlPlane.Options.forTests());
        plane.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Chart.NAMESPACE)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .create();
        Chart.install(plane, List.of("node.journal.type=EmptyDir")).orThrow();
        letOnlyNamedAccountsReadTheKeys();
    }

    /** By default every account may read the cluster's keys; a hardened cluster takes that away. */
    private void letOnlyNamedAccountsReadTheKeys() {
        plane.kubectl("delete", "clusterrolebinding", "system:service-account-issuer-discovery")
                .orThrow();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> can(account("default"), "get", "/openid/v1/jwks").equals("no"));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"headgate-node", "headgate-operator"})
    void podsAreAcceptedWherePodSecurityIsRestricted(String workload) {
        Pod pod = podOf(workload);

        assertThatCode(() -> plane.client().resource(pod).dryRun().create()).doesNotThrowAnyException();
    }

    @Test
    void aJournalOnTheNodeAsksForTheseExceptionsAndNoOther() {
        byte[] rendered = Chart.render(plane, Chart.OWN_SECRET).orThrow().getBytes(StandardCharsets.UTF_8);
        DaemonSet set = plane.client().load(new ByteArrayInputStream(rendered)).items().stream()
                .flatMap(object -> object instanceof DaemonSet one ? Stream.of(one) : Stream.<DaemonSet>of())
                .findFirst()
                .orElseThrow();
        Pod pod = new PodBuilder(podOf("headgate-node"))
                .withSpec(set.getSpec().getTemplate().getSpec())
                .build();

        assertThatThrownBy(() -> plane.client().resource(pod).dryRun().create())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("violates PodSecurity \"restricted")
                .satisfies(refused -> assertThat(violations(String.valueOf(refused.getMessage())))
                        .containsExactlyInAnyOrder(
                                "restricted volume types",
                                "runAsNonRoot != true",
                                "runAsUser=0",
                                "unrestricted capabilities"));
        assertThat(pod.getSpec().getInitContainers())
                .singleElement()
                .satisfies(prepare -> assertThat(
                                prepare.getSecurityContext().getCapabilities().getAdd())
                        .containsExactly("CHOWN"));
    }

    /** The names of the rules that Pod Security says are broken; each has what breaks it in parentheses. */
    private static List<String> violations(String message) {
        String once = message.split("\\. Received status", 2)[0];
        String all = once.substring(once.indexOf("latest\": ") + "latest\": ".length());
        return Pattern.compile("(?:^|\\), )([^(]+?) \\(")
                .matcher(all)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"headgate-node", "headgate-operator"})
    void containersWriteNothingOutsideTheirVolumes(String workload) {
        var containers = podOf(workload).getSpec().getContainers();

        assertThat(containers)
                .isNotEmpty()
                .allSatisfy(
                        container -> assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                                .isTrue());
    }

    @Test
    void anEndpointIsReachedFromItsOwnNodeEvenWhenItIsNotReady() {
        var service = plane.client()
                .services()
                .inNamespace(Chart.NAMESPACE)
                .withName("headgate-node")
                .require();

        assertThat(service.getSpec().getInternalTrafficPolicy()).isEqualTo("Local");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        assertThat(service.getSpec().getPorts()).singleElement().satisfies(port -> {
            assertThat(port.getName()).isEqualTo("https");
            assertThat(port.getAppProtocol()).isEqualTo("https");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void anAccountMayDoThisAndNoMore(Rights rights) {
        Set<String> may = rulesOf(rights.account());
        may.removeAll(rulesOf("default"));

        assertThat(may).containsExactlyInAnyOrderElementsOf(rights.rules());
    }

    static Stream<Rights> anAccountMayDoThisAndNoMore() {
        return Stream.of(
                new Rights(
                        "headgate-node",
                        List.of(
                                "nodepins.headgate.dev [] [] [get list watch]",
                                "nodepins.headgate.dev/status [] [] [patch update]",
                                "policysnapshots.headgate.dev [] [] [get]",
                                "snapshotparts.headgate.dev [] [] [get]",
                                "tokenreviews.authentication.k8s.io [] [] [create]",
                                "subjectaccessreviews.authorization.k8s.io [] [] [create]",
                                "[/.well-known/openid-configuration/] [] [get]",
                                "[/.well-known/openid-configuration] [] [get]",
                                "[/openid/v1/jwks/] [] [get]",
                                "[/openid/v1/jwks] [] [get]")),
                new Rights(
                        "headgate-operator",
                        List.of(
                                "nodeadmissionpolicies.headgate.dev [] [] [get list watch]",
                                "nodeadmissionpolicies.headgate.dev/status [] [] [patch]",
                                "deploymentcatalogs.headgate.dev [] [] [get list watch]",
                                "deploymentcatalogs.headgate.dev/status [] [] [patch]",
                                "policysnapshots.headgate.dev [] [] [get list watch create patch delete]",
                                "snapshotparts.headgate.dev [] [] [get list watch create patch delete]",
                                "nodepins.headgate.dev [] [] [get list watch create update delete]",
                                "nodes [] [] [list watch]",
                                "events.events.k8s.io [] [] [create]",
                                "leases.coordination.k8s.io [] [] [create]",
                                "leases.coordination.k8s.io [] [headgate-operator] [get patch update]")),
                new Rights("headgate-cli", List.of("nodepins.headgate.dev/quota [] [] [get]")));
    }

    @Test
    void theOperatorHoldsNoLeaseInAnotherNamespace() {
        var answer = plane.kubectl(
                "auth", "can-i", "create", "leases", "--namespace=default", "--as=" + account("headgate-operator"));

        assertThat(answer.out().strip()).isEqualTo("no");
    }

    /** Who may edit a namespace may write its catalog, and no policy. */
    @Test
    void anEditorOfANamespaceWritesCatalogsThere() {
        plane.kubectl("create", "rolebinding", "team", "--clusterrole=edit", "--user=tom", "--namespace=default")
                .orThrow();

        // The controller manager copies the rules into the role in its own time.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(List.of(
                                can("tom", "create", "deploymentcatalogs.headgate.dev"),
                                can("tom", "get", "deploymentcatalogs.headgate.dev"),
                                can("tom", "create", "nodeadmissionpolicies.headgate.dev")))
                        .containsExactly("yes", "yes", "no"));
    }

    @Test
    void everyObjectOfARichReleaseIsValid() {
        List<String> values = Stream.concat(
                        Chart.OWN_SECRET.stream(),
                        Stream.of(
                                "operator.replicas=3",
                                "node.journal.type=EmptyDir",
                                "node.updateStrategy.type=OnDelete",
                                "node.tls.clientAuthorities.configMapName=clients",
                                "node.javaOptions=-Xmx128m",
                                "node.priorityClassName=system-node-critical",
                                "node.podLabels.team=edge",
                                "node.podAnnotations.note=a",
                                "operator.tolerations[0].operator=Exists",
                                "imagePullSecrets[0].name=registry",
                                "commonLabels.stage=test",
                                "node.listen.address=[::]",
                                "node.hosts={headgate.example.org}"))
                .toList();
        String rendered = Chart.render(plane, values).orThrow();

        var answer = plane.kubectlWithInput(
                rendered,
                "apply",
                "--server-side",
                "--force-conflicts",
                "--dry-run=server",
                "--validate=strict",
                "-f",
                "-");

        assertThat(answer.err()).isEmpty();
        assertThat(answer.orThrow().lines())
                .hasSize((int) rendered.lines()
                        .filter(line -> line.startsWith("kind: "))
                        .count())
                .anyMatch(line -> line.startsWith("poddisruptionbudget.policy/headgate-operator"));
    }

    @Test
    void theDefinitionsAndWhatPeopleWroteOutliveTheRelease() {
        plane.kubectlWithInput(CATALOG, "apply", "-f", "-").orThrow();

        Chart.uninstall(plane).orThrow();

        assertThat(plane.kubectl("get", "deploymentcatalogs", "--namespace=default", "-o", "name")
                        .orThrow()
                        .strip())
                .isEqualTo("deploymentcatalog.headgate.dev/kept");
        assertThat(plane.kubectl("get", "clusterroles", "-o", "name").orThrow()).doesNotContain("headgate");
        // And a new release of that name takes the definitions over.
        Chart.install(plane, List.of()).orThrow();
    }

    private static final String CATALOG = """
            apiVersion: headgate.dev/v1alpha1
            kind: DeploymentCatalog
            metadata: {name: kept, namespace: default}
            spec: {services: [], revisions: []}
            """;

    private Pod podOf(String workload) {
        var apps = plane.client().apps();
        PodTemplateSpec template = workload.equals("headgate-node")
                ? apps.daemonSets()
                        .inNamespace(Chart.NAMESPACE)
                        .withName(workload)
                        .require()
                        .getSpec()
                        .getTemplate()
                : apps.deployments()
                        .inNamespace(Chart.NAMESPACE)
                        .withName(workload)
                        .require()
                        .getSpec()
                        .getTemplate();
        return new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName(workload + "-of-template")
                .withNamespace(Chart.NAMESPACE)
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    private String can(String user, String verb, String resource) {
        return plane.kubectl("auth", "can-i", verb, resource, "--namespace=default", "--as=" + user)
                .out()
                .strip();
    }

    private Set<String> rulesOf(String account) {
        String list = plane.kubectl(
                        "auth",
                        "can-i",
                        "--list",
                        "--no-headers",
                        "--namespace=" + Chart.NAMESPACE,
                        "--as=" + account(account))
                .orThrow();
        return Arrays.stream(list.split("\n"))
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String account(String name) {
        return "system:serviceaccount:" + Chart.NAMESPACE + ":" + name;
    }
}
