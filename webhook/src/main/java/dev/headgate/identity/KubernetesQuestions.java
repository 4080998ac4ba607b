package dev.headgate.identity;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.headgate.policy.Subject;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.text.ParseException;
import java.util.List;

/**
 * Asks a real API server, with the node's own account. Each request has the deadline of {@link ClusterCalls} and is not
 * repeated: whoever asks has something better to do.
 */
public final class KubernetesQuestions implements ClusterQuestions {
    private static final String ANY_NODE = "";

    private final KubernetesClient client;

    public KubernetesQuestions(KubernetesClient client) {
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) ClusterCalls.DEADLINE_MILLIS)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
    }

    @Override
    public KeyDocument signingKeys() {
        try {
            String discovery = client.raw("/.well-known/openid-configuration");
            String jwks = client.raw("/openid/v1/jwks");
            if (discovery == null || jwks == null) {
                return new KeyDocument.Unavailable("the API server publishes no keys");
            }
            String issuer = JSONObjectUtils.getString(JSONObjectUtils.parse(discovery), "issuer");
            return issuer == null
                    ? new KeyDocument.Unavailable("the discovery document names no issuer")
                    : new KeyDocument.Published(issuer, jwks);
        } catch (KubernetesClientException failure) {
            return new KeyDocument.Unavailable(
                    failure.getCode() == 0 ? "no connection" : "status " + failure.getCode());
        } catch (ParseException _) {
            return new KeyDocument.Unavailable("the discovery document is not JSON");
        }
    }

    @Override
    public Verdict tokenStands(String token) {
        try {
            var status = client.authentication()
                    .v1()
                    .tokenReviews()
                    .create(new TokenReviewBuilder()
                            .withNewSpec()
                            .withToken(token)
                            .withAudiences(ServiceAccountClaims.AUDIENCE)
                            .endSpec()
                            .build())
                    .getStatus();
            if (status == null) {
                return Verdict.UNAVAILABLE;
            }
            // A server that does not know of audiences answers without them, and has then checked another one.
            boolean audience = List.of(ServiceAccountClaims.AUDIENCE).equals(status.getAudiences());
            return Boolean.TRUE.equals(status.getAuthenticated()) && audience ? Verdict.YES : Verdict.NO;
        } catch (KubernetesClientException _) {
            return Verdict.UNAVAILABLE;
        }
    }

    @Override
    public Verdict mayReadQuota(Subject subject) {
        var spec = new SubjectAccessReviewBuilder().withNewSpec();
        switch (subject) {
            case Subject.ServiceAccount account ->
                spec.withUser("system:serviceaccount:" + account.namespace() + ":" + account.name())
                        .withGroups(
                                "system:serviceaccounts",
                                "system:serviceaccounts:" + account.namespace(),
                                "system:authenticated");
            case Subject.User user -> spec.withUser(user.name()).withGroups("system:authenticated");
            case Subject.SpiffeId _, Subject.UnixUser _, Subject.StaticToken _ -> {
                return Verdict.NO;
            }
        }
        var review = spec.withNewResourceAttributes()
                .withGroup("headgate.dev")
                .withResource("nodepins")
                .withSubresource("quota")
                .withVerb("get")
                .withName(ANY_NODE)
                .endResourceAttributes()
                .endSpec()
                .build();
        try {
            var status = client.authorization()
                    .v1()
                    .subjectAccessReview()
                    .create(review)
                    .getStatus();
            if (status == null) {
                return Verdict.UNAVAILABLE;
            }
            return Boolean.TRUE.equals(status.getAllowed()) ? Verdict.YES : Verdict.NO;
        } catch (KubernetesClientException _) {
            return Verdict.UNAVAILABLE;
        }
    }
}
