package dev.headgate.identity;

import static dev.headgate.identity.TestingCertificate.DNS_NAME;
import static dev.headgate.identity.TestingCertificate.URI_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.policy.Subject;
import java.security.cert.X509Certificate;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a verified certificate names (SPIFFE X509-SVID, sections 2 and 5.2; the common name as Kubernetes reads it). */
class CertificateIdentityTest {
    private static final String WORKLOAD = "spiffe://example.org/ns/payments/sa/runtime";

    private final CertificateIdentity identity =
            new CertificateIdentity(Administrators.configured(Set.of(new Subject.User("alice"))));

    @Test
    void theSpiffeUriIsTheIdentityWhateverTheSubjectSays() {
        assertThat(subject(new TestingCertificate("CN=alice").with(URI_NAME, WORKLOAD)))
                .isEqualTo(new Subject.SpiffeId(WORKLOAD));
    }

    @Test
    void aDnsNameBesideTheSpiffeUriChangesNothing() {
        assertThat(subject(new TestingCertificate("CN=a")
                        .with(DNS_NAME, "a.example")
                        .with(URI_NAME, WORKLOAD)))
                .isEqualTo(new Subject.SpiffeId(WORKLOAD));
    }

    @Test
    void aSecondUriBesideTheSpiffeUriIsInvalid() {
        assertInvalid(new TestingCertificate("CN=a").with(URI_NAME, WORKLOAD).with(URI_NAME, "https://a.example"));
        assertInvalid(new TestingCertificate("CN=a")
                .with(URI_NAME, "https://a.example")
                .with(URI_NAME, WORKLOAD));
        assertInvalid(new TestingCertificate("CN=a").with(URI_NAME, WORKLOAD).with(URI_NAME, WORKLOAD + "2"));
    }

    @Test
    void aSigningCertificateIsNoWorkload() {
        assertInvalid(new TestingCertificate("CN=a").with(URI_NAME, WORKLOAD).ofAnAuthority());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spiffe://example.org",
                "spiffe://example.org/",
                "spiffe:///runtime",
                "spiffe://example.org/a//b",
                "spiffe://example.org/a/",
                "spiffe://example.org/./a",
                "spiffe://example.org/a/..",
                "spiffe://example.org/../a",
                "spiffe://Example.org/a",
                "SPIFFE://example.org/a",
                "spiffe://example.org:8443/a",
                "spiffe://user@example.org/a",
                "spiffe://example.org/a?b=c",
                "spiffe://example.org/a#b",
                "spiffe://example.org/a%2fb",
                "spiffe://example.org/a b",
                "spiffe://example.org/é"
            })
    void aMalformedSpiffeUriIsInvalidAndNeverFallsBackToTheCommonName(String uri) {
        assertInvalid(new TestingCertificate("CN=alice").with(URI_NAME, uri));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spiffe://example.org/...", "spiffe://example.org/.a/..b", "spiffe://a_b-c.1/A_b-c.1"})
    void dotsWithinASegmentAreOrdinary(String uri) {
        assertThat(subject(new TestingCertificate("CN=a").with(URI_NAME, uri))).isEqualTo(new Subject.SpiffeId(uri));
    }

    @Test
    void aSpiffeUriMayHave2048CharactersAndNotOneMore() {
        String longest = "spiffe://example.org/" + "a".repeat(2048 - "spiffe://example.org/".length());

        assertThat(subject(new TestingCertificate("CN=a").with(URI_NAME, longest)))
                .isEqualTo(new Subject.SpiffeId(longest));
        assertInvalid(new TestingCertificate("CN=a").with(URI_NAME, longest + "a"));
        assertInvalid(new TestingCertificate("CN=a").with(URI_NAME, "spiffe://example.org" + "/a".repeat(100_000)));
    }

    @Test
    void withoutASpiffeUriTheCommonNameIsTheUser() {
        assertThat(subject(new TestingCertificate("CN=bob, OU=a, O=b"))).isEqualTo(new Subject.User("bob"));
        assertThat(subject(new TestingCertificate("O=b, CN=bob").with(URI_NAME, "https://a.example")))
                .isEqualTo(new Subject.User("bob"));
        assertThat(subject(new TestingCertificate("CN=\"b,o=b\""))).isEqualTo(new Subject.User("b,o=b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"O=b", "CN=a, CN=b", "CN=a+OU=b", "CN=\" \"", "CN=a b", "CN=a\\09b", ""})
    void aSubjectThatDoesNotNameOneUserIsInvalid(String subject) {
        assertInvalid(new TestingCertificate(subject));
    }

    @Test
    void aCommonNameMayHave253CharactersAndNotOneMore() {
        String longest = "a".repeat(253);

        assertThat(subject(new TestingCertificate("CN=" + longest))).isEqualTo(new Subject.User(longest));
        assertInvalid(new TestingCertificate("CN=" + longest + "a"));
    }

    @Test
    void alternativeNamesThatCannotBeReadAreInvalid() {
        assertInvalid(new TestingCertificate("CN=alice").withGarbledNames());
    }

    @Test
    void anAdministratorIsWhomTheConfigurationNames() {
        assertThat(known(new TestingCertificate("CN=alice")).caller().administrator())
                .isTrue();
        assertThat(known(new TestingCertificate("CN=bob")).caller().administrator())
                .isFalse();
        assertThat(known(new TestingCertificate("CN=alice").with(URI_NAME, WORKLOAD))
                        .caller()
                        .administrator())
                .isFalse();
    }

    @Test
    void withoutACertificateCredentialsAreMissing() {
        assertThat(authenticate(null)).isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_MISSING));
    }

    private Authentication authenticate(@Nullable X509Certificate certificate) {
        return identity.authenticate(new Credentials(null, certificate, -1)).join();
    }

    private Authentication.Known known(X509Certificate certificate) {
        return (Authentication.Known) authenticate(certificate);
    }

    private Subject subject(X509Certificate certificate) {
        return known(certificate).caller().subject();
    }

    private void assertInvalid(X509Certificate certificate) {
        assertThat(authenticate(certificate)).isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_INVALID));
    }
}
