package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks an API server whether it serves. Anybody may ask: {@code system:public-info-viewer}. */
record ReadyProbe(String url, Path authority) {

    /**
     * Waits for the body {@code ok}, for a server that is starting or shutting down answers too.
     *
     * @throws ControlPlaneException if the process ends, or the time is over
     */
    void await(ServerProcess server, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        String last = "no certificate yet";
        while (System.nanoTime() < end) {
            if (!server.isAlive()) {
                throw new ControlPlaneException(server.name() + " ended while starting:\n" + server.logTail(20));
            }
            if (Files.exists(authority)) {
                last = ask();
                if (last.equals("ok")) {
                    return;
                }
            }
            pause();
        }
        throw new ControlPlaneException(server.name() + " is not ready after " + limit.toSeconds() + " s: " + last);
    }

    private String ask() {
        var request = HttpRequest.newBuilder(URI.create(url + "/readyz"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try (var client = HttpClient.newBuilder().sslContext(trusting()).build()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | GeneralSecurityException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while waiting for the API server", e);
        }
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        int number = 0;
        try (var pem = Files.newInputStream(authority)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority-" + number++, certificate);
            }
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(50));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while waiting", e);
        }
    }
}
