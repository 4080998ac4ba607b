package dev.headgate.http;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One address the node listens on. */
public sealed interface Listener {

    /**
     * HTTP without TLS, on a loopback address only; any other is refused at start.
     *
     * @param host a literal loopback address or {@code localhost}
     * @param port 1 to 65535, or 0 for any free one
     */
    record Plain(String host, int port) implements Listener {}

    /**
     * A Unix socket. Its callers are known by their user ids, so it needs Netty's epoll transport.
     *
     * @param path of the socket; a socket that is left over there is replaced, anything else is not
     * @param mode permissions in the form of {@code rw-rw----}
     * @param group that owns it, or null for that of the process
     */
    record Unix(Path path, String mode, @Nullable String group) implements Listener {}

    /**
     * HTTP over TLS, on any address.
     *
     * @param host an address or name of this host
     * @param port 1 to 65535, or 0 for any free one
     * @param files certificate, key and bundle; read again when they change
     * @param clientCertificate whether callers show a certificate
     */
    record Tls(String host, int port, TlsFiles files, ClientCertificate clientCertificate) implements Listener {
        public Tls {
            if (clientCertificate != ClientCertificate.NONE && files.clientCertificateAuthorities() == null) {
                throw new IllegalArgumentException("client certificates are checked against a bundle; none is given");
            }
        }
    }

    /**
     * PEM files.
     *
     * @param certificate the chain of this node, leaf first
     * @param key its private key
     * @param clientCertificateAuthorities whom client certificates must come from, or null
     */
    record TlsFiles(Path certificate, Path key, @Nullable Path clientCertificateAuthorities) {}

    /** Mutual TLS. */
    enum ClientCertificate {
        /** Not asked for. */
        NONE,
        /** Asked for; one that is shown must be valid. */
        OPTIONAL,
        /** No connection without a valid one. */
        REQUIRED
    }
}
