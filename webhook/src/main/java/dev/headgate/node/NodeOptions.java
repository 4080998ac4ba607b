package dev.headgate.node;

import dev.headgate.policy.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one node endpoint is set up: what its flags say, checked.
 *
 * @param nodeName the Kubernetes node it speaks for, or the name of this machine
 * @param listen TCP addresses
 * @param tls what every address that is not loopback is served with, or null
 * @param unixSocket a Unix socket to serve besides, or null
 * @param hosts names by which callers reach it, besides loopback and the addresses it listens on
 * @param stateDirectory lock, boot epoch, last known good
 * @param source where its policy comes from
 * @param staticTokens file of hashed bearer tokens, or null
 * @param administrators subjects that see and settle what is not their own
 * @param region of a node that stands alone, or empty
 * @param zone likewise
 * @param workGroup the control group in which work runs, or null where work may use the whole machine
 * @param drainTimeout how long an endpoint that was told to end goes on serving while permits are held
 */
record NodeOptions(
        String nodeName,
        List<ListenAddress> listen,
        @Nullable Tls tls,
        @Nullable UnixSocket unixSocket,
        List<String> hosts,
        Path stateDirectory,
        Source source,
        @Nullable Path staticTokens,
        List<Subject> administrators,
        String region,
        String zone,
        @Nullable String workGroup,
        Duration drainTimeout) {

    NodeOptions {
        listen = List.copyOf(listen);
        hosts = List.copyOf(hosts);
        administrators = List.copyOf(administrators);
    }

    /** A TCP address; port 0 is any free one. */
    record ListenAddress(String host, int port) {}

    /**
     * Certificates, as PEM files that are read again when they change.
     *
     * @param clientAuthorities authorities of client certificates, or null for no mutual TLS
     * @param clientCertificateRequired whether a caller without a certificate is refused
     */
    record Tls(Path certificate, Path key, @Nullable Path clientAuthorities, boolean clientCertificateRequired) {}

    /**
     * A Unix socket.
     *
     * @param mode octal permissions, such as {@code 660}
     * @param group its group, or null for that of the process
     */
    record UnixSocket(Path path, String mode, @Nullable String group) {}

    /** Where the policy comes from. */
    sealed interface Source {
        /** The YAML files of a directory. */
        record Directory(Path directory) implements Source {}

        /**
         * What the operator assigns to this node.
         *
         * @param kubeconfig or null for the usual places: {@code KUBECONFIG}, the pod's service account
         */
        record Cluster(@Nullable Path kubeconfig) implements Source {}
    }
}
