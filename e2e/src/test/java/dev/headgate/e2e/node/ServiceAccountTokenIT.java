package dev.headgate.e2e.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.admission.Reason;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.HeadgateCluster;
import dev.headgate.e2e.cluster.SharedControlPlane;
import dev.headgate.e2e.cluster.TokenBinding;
import dev.headgate.identity.Administrators;
import dev.headgate.identity.Authentication;
import dev.headgate.identity.ClusterCalls;
import dev.headgate.identity.Credentials;
import dev.headgate.identity.KubernetesQuestions;
import dev.headgate.identity.ServiceAccountTokens;
import dev.headgate.identity.SigningKeys;
import dev.headgate.policy.Subject;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that a real API server issued, checked with the rights of the account that the chart made for the endpoint. */
@ExtendWith(SharedControlPlane.class)
class ServiceAccountTokenIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAMESPACE = HeadgateCluster.NAMESPACE;

    @TempDir
    Path state;

    private final AtomicLong bootNanos = new AtomicLong();

    @Test
    void realTokensAreToldApart(ControlPlane plane) {
        plane.createNode("token-node", Map.of());
        Pod endpoint = plane.createPod(NAMESPACE, "token-endpoint", "headgate-node", "token-node");
        Pod caller = plane.createPod(NAMESPACE, "token-caller", "default", "token-node");
        var cluster = new KubernetesQuestions(
                plane.clientFor(plane.token(NAMESPACE, "headgate-node", null, TokenBinding.to(endpoint))));
        try (ClusterCalls calls = new ClusterCalls()) {
            ServiceAccountTokens here = tokens("token-node", cluster, calls);
            ServiceAccountTokens elsewhere = tokens("another-node", cluster, calls);
            await().atMost(PATIENCE).until(() -> Files.exists(state.resolve("signing-keys.json")));
            String token = plane.token(NAMESPACE, "default", "headgate", TokenBinding.to(caller));

            assertThat(authenticate(here, token)).isInstanceOfSatisfying(Authentication.Known.class, known -> {
                assertThat(known.caller().subject()).isEqualTo(new Subject.ServiceAccount(NAMESPACE, "default"));
                assertThat(known.caller().administrator()).isFalse();
            });
            assertThat(authenticate(elsewhere, token)).isEqualTo(refused(Reason.WRONG_NODE));
            assertThat(authenticate(here, plane.token(NAMESPACE, "default", null, TokenBinding.to(caller))))
                    .as("a token for the API server itself")
                    .isEqualTo(refused(Reason.CREDENTIALS_INVALID));
            assertThat(authenticate(here, plane.token(NAMESPACE, "default", "headgate", null)))
                    .as("a token that names no node, of no administrator")
                    .isEqualTo(refused(Reason.WRONG_NODE));
            assertThat(authenticate(here, plane.token(NAMESPACE, "headgate-cli", "headgate", null)))
                    .as("whom RBAC lets get nodepins/quota")
                    .isInstanceOfSatisfying(
                            Authentication.Known.class,
                            known -> assertThat(known.caller().administrator()).isTrue());

            plane.client().resource(caller).withGracePeriod(0).delete();
            await().atMost(PATIENCE).until(() -> {
                // The API server itself keeps an answer for some seconds.
                bootNanos.addAndGet(61_000_000_000L);
                return authenticate(here, token).equals(refused(Reason.CREDENTIALS_INVALID));
            });
        }
    }

    private ServiceAccountTokens tokens(String node, KubernetesQuestions cluster, ClusterCalls calls) {
        return new ServiceAccountTokens(
                node,
                new SigningKeys(state, cluster, calls, bootNanos::get),
                cluster,
                calls,
                Administrators.inCluster(Set.of(), cluster, calls, bootNanos::get),
                bootNanos::get,
                System::currentTimeMillis);
    }

    private static Authentication authenticate(ServiceAccountTokens tokens, String token) {
        return tokens.authenticate(new Credentials(token, null, -1))
                .toCompletableFuture()
                .join();
    }

    private static Authentication refused(Reason reason) {
        return new Authentication.Refused(reason);
    }
}
