package dev.headgate.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The control plane that all other tests stand on does what a cluster's does. */
@ExtendWith(SharedControlPlane.class)
class ControlPlaneIT {

    @Test
    void kubectlAndHelmReachTheApiServer(ControlPlane plane) {
        assertThat(plane.kubectl("get", "--raw", "/readyz").orThrow()).isEqualTo("ok");
        assertThat(plane.helm("list", "--all-namespaces", "--short").orThrow().strip())
                .isEqualTo("headgate");
    }

    @Test
    void aTokenBoundToAPodNamesThePodsNode(ControlPlane plane) {
        plane.createNode("node-of-token", Map.of());
        createAccount(plane, "bound-tokens", "caller");
        var pod = plane.createPod("bound-tokens", "caller", "caller", "node-of-token");

        String token = plane.token("bound-tokens", "caller", ControlPlane.HEADGATE_AUDIENCE, TokenBinding.to(pod));

        String claims = new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]), StandardCharsets.UTF_8);
        assertThat(claims).contains("\"aud\":[\"headgate\"]", "\"node\":{\"name\":\"node-of-token\"");
    }

    @Test
    void anAccountWithoutRolesMayReadNothing(ControlPlane plane) {
        createAccount(plane, "no-roles", "nobody");
        var client = plane.clientFor(plane.token("no-roles", "nobody", null, null));

        assertThatThrownBy(() -> client.nodes().list())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403));
    }

    @Test
    void whatANodeOwnsGoesWithIt(ControlPlane plane) {
        var node = plane.createNode("owner", Map.of());
        plane.kubectlWithInput("""
                        apiVersion: v1
                        kind: PersistentVolume
                        metadata:
                          name: owned
                          ownerReferences: [{apiVersion: v1, kind: Node, name: owner, uid: %s}]
                        spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /nowhere}}
                        """.formatted(node.getMetadata().getUid()), "apply", "-f", "-")
                .orThrow();
        plane.client().persistentVolumes().withName("owned").edit(volume -> {
            volume.getMetadata().setFinalizers(null);
            return volume;
        });

        plane.kubectl("delete", "node", "owner").orThrow();

        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        plane.client().persistentVolumes().withName("owned").get() == null);
    }

    private static void createAccount(ControlPlane plane, String namespace, String name) {
        plane.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        plane.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }
}
