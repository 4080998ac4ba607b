package dev.headgate.e2e.chart;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.headgate.e2e.cluster.ControlPlane;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The certificate that Helm makes at installation: callers that trust its authority once go on trusting it. */
@TestInstance(Lifecycle.PER_CLASS)
class GeneratedCertificateIT {
    private static final String CALLERS = "callers";

    private ControlPlane plane;

    @BeforeAll
    void install() {
        plane = ControlPlane.start(ControlPlane.Options.forTests());
        for (String namespace : List.of(Chart.NAMESPACE, CALLERS)) {
            plane.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .create();
        }
        Chart.install(plane, List.of()).orThrow();
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void itIsSignedByTheAuthorityThatCallersAreGiven() {
        var authority = parse(authorityGivenTo(Chart.NAMESPACE));

        assertThatCode(() -> certificate().verify(authority.getPublicKey())).doesNotThrowAnyException();
    }

    @Test
    void itNamesTheServiceAndTheLoopbackOfAPortForward() {
        assertThat(namesOf(certificate()))
                .contains(
                        "headgate-node.headgate-system.svc",
                        "headgate-node.headgate-system.svc.cluster.local",
                        "localhost",
                        "127.0.0.1");
    }

    @Test
    void anUpgradeKeepsItAndItsKey() {
        var before = secret("headgate-node-tls");

        Chart.upgrade(plane, List.of("operator.replicas=2")).orThrow();

        assertThat(secret("headgate-node-tls")).isEqualTo(before);
    }

    @Test
    void anotherNameIsAddedUnderTheSameAuthority() {
        var authority = secret("headgate-node-ca");

        Chart.upgrade(plane, List.of("node.hosts={headgate.example.org}")).orThrow();

        assertThat(secret("headgate-node-ca")).isEqualTo(authority);
        assertThat(namesOf(certificate())).contains("headgate.example.org");
        assertThatCode(() -> certificate()
                        .verify(parse(authorityGivenTo(Chart.NAMESPACE)).getPublicKey()))
                .doesNotThrowAnyException();
    }

    @Test
    void aDeletedCertificateIsIssuedAgainUnderTheSameAuthority() {
        var authority = secret("headgate-node-ca");
        var before = secret("headgate-node-tls");
        plane.kubectl("delete", "secret", "headgate-node-tls", "--namespace=" + Chart.NAMESPACE)
                .orThrow();

        Chart.upgrade(plane, List.of()).orThrow();

        assertThat(secret("headgate-node-ca")).isEqualTo(authority);
        assertThat(secret("headgate-node-tls").get("tls.key")).isNotEqualTo(before.get("tls.key"));
    }

    @Test
    void aDeletedAuthorityIsReplacedTogetherWithItsCertificate() {
        String before = authorityGivenTo(Chart.NAMESPACE);
        plane.kubectl("delete", "secret", "headgate-node-ca", "--namespace=" + Chart.NAMESPACE)
                .orThrow();

        Chart.upgrade(plane, List.of()).orThrow();

        assertThat(authorityGivenTo(Chart.NAMESPACE)).isNotEqualTo(before);
        assertThatCode(() -> certificate()
                        .verify(parse(authorityGivenTo(Chart.NAMESPACE)).getPublicKey()))
                .doesNotThrowAnyException();
    }

    @Test
    void theNamespacesOfCallersAreGivenTheAuthorityAndNoKey() {
        Chart.upgrade(plane, List.of("node.tls.callerNamespaces={" + CALLERS + "}"))
                .orThrow();

        assertThat(authorityGivenTo(CALLERS)).isEqualTo(authorityGivenTo(Chart.NAMESPACE));
        assertThat(plane.client().secrets().inNamespace(CALLERS).list().getItems())
                .isEmpty();
    }

    private X509Certificate certificate() {
        String encoded = requireNonNull(secret("headgate-node-tls").get("tls.crt"));
        return parse(new String(Base64.getDecoder().decode(encoded), StandardCharsets.US_ASCII));
    }

    private Map<String, String> secret(String name) {
        return plane.client()
                .secrets()
                .inNamespace(Chart.NAMESPACE)
                .withName(name)
                .require()
                .getData();
    }

    private String authorityGivenTo(String namespace) {
        return requireNonNull(plane.client()
                .configMaps()
                .inNamespace(namespace)
                .withName("headgate-root-ca.crt")
                .require()
                .getData()
                .get("ca.crt"));
    }

    private static X509Certificate parse(String pem) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            throw new AssertionError(pem, e);
        }
    }

    private static List<String> namesOf(X509Certificate certificate) {
        try {
            return certificate.getSubjectAlternativeNames().stream()
                    .map(name -> String.valueOf(name.get(1)))
                    .toList();
        } catch (CertificateException e) {
            throw new AssertionError(e);
        }
    }
}
