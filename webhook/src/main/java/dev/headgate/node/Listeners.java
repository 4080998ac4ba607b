package dev.headgate.node;

import dev.headgate.http.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** From the flags to the listeners of the server: TLS on everything that is not loopback, where a certificate is given. */
final class Listeners {
    private Listeners() {}

    /**
     * @throws IOException if an address does not resolve, or needs a certificate that is not given, or a certificate is given that
     *     no address needs: whoever gives one must not be served without TLS unawares
     */
    static List<Listener> of(NodeOptions options) throws IOException {
        List<Listener> listeners = new ArrayList<>();
        for (NodeOptions.ListenAddress address : options.listen()) {
            listeners.add(of(address, options));
        }
        if (options.tls() != null && listeners.stream().noneMatch(Listener.Tls.class::isInstance)) {
            throw new IOException(
                    "--tls-cert: no --listen address uses it, since loopback addresses are served without TLS;"
                            + " listen on another address too, or leave the certificate out");
        }
        NodeOptions.UnixSocket socket = options.unixSocket();
        if (socket != null) {
            listeners.add(new Listener.Unix(socket.path(), permissions(socket.mode()), socket.group()));
        }
        return listeners;
    }

    private static Listener of(NodeOptions.ListenAddress address, NodeOptions options) throws IOException {
        if (resolved(address).isLoopbackAddress()) {
            return new Listener.Plain(address.host(), address.port());
        }
        NodeOptions.Tls tls = options.tls();
        if (tls == null) {
            throw new IOException("--listen " + address.host() + ":" + address.port()
                    + " is not a loopback address: it needs --tls-cert and --tls-key");
        }
        Listener.ClientCertificate certificates = tls.clientAuthorities() == null
                ? Listener.ClientCertificate.NONE
                : tls.clientCertificateRequired()
                        ? Listener.ClientCertificate.REQUIRED
                        : Listener.ClientCertificate.OPTIONAL;
        return new Listener.Tls(
                address.host(),
                address.port(),
                new Listener.TlsFiles(tls.certificate(), tls.key(), tls.clientAuthorities()),
                certificates);
    }

    private static InetAddress resolved(NodeOptions.ListenAddress address) throws IOException {
        try {
            return InetAddress.getByName(address.host());
        } catch (UnknownHostException e) {
            throw new IOException(
                    "--listen " + address.host() + ":" + address.port() + ": there is no such address", e);
        }
    }

    /** The names callers may use: those given, and the addresses themselves where they name one host. */
    static Set<String> hosts(NodeOptions options) {
        Set<String> hosts = new LinkedHashSet<>(options.hosts());
        for (NodeOptions.ListenAddress address : options.listen()) {
            hosts.add(address.host());
        }
        return hosts;
    }

    /**
     * Octal permissions in the form of {@code rw-rw----}.
     *
     * @throws IOException if they are not three octal digits
     */
    static String permissions(String octal) throws IOException {
        if (!octal.matches("0?[0-7]{3}")) {
            throw new IOException("--unix-socket-mode " + octal + ": must be three octal digits, such as 660");
        }
        int mode = Integer.parseInt(octal, 8);
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] highestFirst = PosixFilePermission.values();
        for (int bit = 0; bit < highestFirst.length; bit++) {
            if ((mode & (0400 >> bit)) != 0) {
                permissions.add(highestFirst[bit]);
            }
        }
        return PosixFilePermissions.toString(permissions);
    }
}
