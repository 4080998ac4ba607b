package dev.headgate.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the files of a TLS listener at one moment.
 *
 * @param clientCertificateAuthorities null where no client certificate is asked for
 */
record TlsMaterial(Buffer certificate, Buffer key, @Nullable Buffer clientCertificateAuthorities) {

    private static final Set<String> PROTOCOLS = Set.of("TLSv1.3", "TLSv1.2");

    /** Reads the files. Blocks. */
    static TlsMaterial read(Listener.Tls listener) throws IOException {
        Listener.TlsFiles files = listener.files();
        Path authorities = files.clientCertificateAuthorities();
        return new TlsMaterial(
                bytes(files.certificate()), bytes(files.key()), authorities == null ? null : bytes(authorities));
    }

    private static Buffer bytes(Path file) throws IOException {
        return Buffer.buffer(Files.readAllBytes(file));
    }

    ServerSSLOptions options(Listener.ClientCertificate clientCertificate, long handshakeMillis) {
        ServerSSLOptions options = new ServerSSLOptions();
        options.setKeyCertOptions(
                new PemKeyCertOptions().addCertValue(certificate).addKeyValue(key));
        if (clientCertificateAuthorities != null) {
            options.setTrustOptions(new PemTrustOptions().addCertValue(clientCertificateAuthorities));
        }
        options.setClientAuth(
                switch (clientCertificate) {
                    case NONE -> ClientAuth.NONE;
                    case OPTIONAL -> ClientAuth.REQUEST;
                    case REQUIRED -> ClientAuth.REQUIRED;
                });
        options.setEnabledSecureTransportProtocols(PROTOCOLS);
        options.setSslHandshakeTimeout(handshakeMillis);
        options.setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
        return options;
    }
}
