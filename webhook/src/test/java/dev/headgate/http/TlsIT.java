package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.http.TestingCertificates.Issued;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with real certificates: who is let in, who is not, and what happens when the files change. */
class TlsIT {
    @TempDir
    private static Path directory;

    private static TestingCertificates authority;
    private static Issued node;
    private static Issued renewed;
    private static Issued caller;
    private static Issued expired;
    private static Issued stranger;

    @BeforeAll
    static void issue() {
        authority = new TestingCertificates(directory, "authority");
        node = authority.issue("node");
        renewed = authority.issue("renewed");
        caller = authority.issue("caller");
        expired = authority.issueExpired("expired");
        stranger = new TestingCertificates(directory, "elsewhere").issue("stranger");
    }

    private static TestingServer server(Listener.ClientCertificate clientCertificate) {
        return server(node.certificate(), node.key(), clientCertificate);
    }

    private static TestingServer server(Path certificate, Path key, Listener.ClientCertificate clientCertificate) {
        Listener.TlsFiles files = new Listener.TlsFiles(
                certificate, key, clientCertificate == Listener.ClientCertificate.NONE ? null : authority.bundle());
        return new TestingServer(
                List.of(new Listener.Tls("0.0.0.0", 0, files, clientCertificate)),
                options -> options.withTimes(5_000, 120, 1));
    }

    private static HttpResponse<String> ask(TestingServer server, @Nullable Issued shown) throws IOException {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(context(shown)).build()) {
            URI uri = URI.create("https://localhost:" + server.port() + "/v1/permits");
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context(@Nullable Issued shown) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "authority", TestingCertificates.load(node.store()).getCertificate("authority"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            if (shown == null) {
                context.init(null, trust.getTrustManagers(), null);
            } else {
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(TestingCertificates.load(shown.store()), TestingCertificates.password());
                // A client of the JDK shows only what the server says it trusts; this one shows what it has.
                context.init(new KeyManager[] {new StubbornKeyManager(keys)}, trust.getTrustManagers(), null);
            }
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate served(TestingServer server) throws IOException {
        return (X509Certificate) ask(server, null).sslSession().orElseThrow().getPeerCertificates()[0];
    }

    @Test
    void aKeyAsHelmWritesItIsServed() throws IOException {
        Issued traditional = authority.issueWithTraditionalKey("traditional");
        try (TestingServer server =
                server(traditional.certificate(), traditional.key(), Listener.ClientCertificate.NONE)) {
            assertThat(ask(server, null).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void http2IsSpokenOverTls() throws IOException {
        try (TestingServer server = server(Listener.ClientCertificate.NONE)) {
            HttpResponse<String> response = ask(server, null);

            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aCallerIsKnownByTheCertificateItShows() throws IOException {
        try (TestingServer server = server(Listener.ClientCertificate.OPTIONAL)) {
            assertThat(ask(server, caller).statusCode()).isEqualTo(200);
            assertThat(server.authenticator.lastShown().certificate()).isEqualTo(caller.leaf());
        }
    }

    @Test
    void whereACertificateIsOptionalNoneIsNeededToConnect() throws IOException {
        try (TestingServer server = server(Listener.ClientCertificate.OPTIONAL)) {
            assertThat(ask(server, null).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void whereACertificateIsRequiredNoneIsNoConnection() {
        try (TestingServer server = server(Listener.ClientCertificate.REQUIRED)) {
            assertThatThrownBy(() -> ask(server, null)).isInstanceOf(IOException.class);
            assertThat(server.authenticator.shown).isNull();
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNoConnection() {
        try (TestingServer server = server(Listener.ClientCertificate.OPTIONAL)) {
            assertThatThrownBy(() -> ask(server, stranger)).isInstanceOf(IOException.class);
            assertThat(server.authenticator.shown).isNull();
        }
    }

    @Test
    void anExpiredCertificateIsNoConnection() {
        try (TestingServer server = server(Listener.ClientCertificate.OPTIONAL)) {
            assertThatThrownBy(() -> ask(server, expired)).isInstanceOf(IOException.class);
            assertThat(server.authenticator.shown).isNull();
        }
    }

    @Test
    void filesThatChangeAreServedWithoutARestart(@TempDir Path mounted) throws IOException {
        Path certificate = Files.copy(node.certificate(), mounted.resolve("tls.crt"));
        Path key = Files.copy(node.key(), mounted.resolve("tls.key"));
        try (TestingServer server = server(certificate, key, Listener.ClientCertificate.NONE)) {
            assertThat(served(server)).isEqualTo(node.leaf());

            Files.copy(renewed.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(renewed.key(), key, StandardCopyOption.REPLACE_EXISTING);

            await().until(() -> served(server).equals(renewed.leaf()));
        }
    }

    @Test
    void filesThatCannotBeUsedLeaveWhatIsServed(@TempDir Path mounted) throws IOException {
        Path certificate = Files.copy(node.certificate(), mounted.resolve("tls.crt"));
        Path key = Files.copy(node.key(), mounted.resolve("tls.key"));
        try (TestingServer server = server(certificate, key, Listener.ClientCertificate.NONE)) {
            Files.writeString(certificate, "not a certificate");
            await().pollDelay(Duration.ofMillis(2_500)).until(() -> true);

            assertThat(served(server)).isEqualTo(node.leaf());

            Files.copy(renewed.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(renewed.key(), key, StandardCopyOption.REPLACE_EXISTING);
            await().until(() -> served(server).equals(renewed.leaf()));
        }
    }

    @Test
    void filesThatAreNotThereAreNamedAtStart() {
        assertThatThrownBy(() -> server(directory.resolve("missing.crt"), node.key(), Listener.ClientCertificate.NONE))
                .hasMessageContaining("missing.crt");
    }
}
