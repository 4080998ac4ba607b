package dev.headgate.http;

import dev.headgate.identity.Authentication;
import dev.headgate.identity.Authenticator;
import dev.headgate.identity.Credentials;
import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One connection: what it shows of its peer, and what its requests have in common. Used on its event loop only. */
final class Connection {
    private final HttpConnection http;
    private final Channel channel;
    private final boolean multiplexed;
    private final HeadDeadline head;
    private final Authenticator authenticator;
    private final @Nullable X509Certificate certificate;
    private final long unixUserId;
    private @Nullable String judgedHost;
    private Hosts.@Nullable Verdict verdict;

    /**
     * A connection.
     *
     * @param multiplexed whether it is HTTP/2
     * @param head the watch over heads of HTTP/1; idle on HTTP/2
     * @param authenticator of all connections; this one remembers what it showed last
     * @param unixUserId the peer of a Unix socket, or -1
     */
    Connection(
            HttpConnection http,
            Channel channel,
            boolean multiplexed,
            HeadDeadline head,
            Authenticator authenticator,
            @Nullable X509Certificate certificate,
            long unixUserId) {
        this.http = http;
        this.channel = channel;
        this.multiplexed = multiplexed;
        this.head = head;
        this.authenticator = authenticator.forConnection();
        this.certificate = certificate;
        this.unixUserId = unixUserId;
    }

    HttpConnection http() {
        return http;
    }

    boolean multiplexed() {
        return multiplexed;
    }

    HeadDeadline head() {
        return head;
    }

    /** Who calls over this connection, with this token. */
    CompletableFuture<Authentication> authenticate(@Nullable String bearerToken) {
        return authenticator.authenticate(new Credentials(bearerToken, certificate, unixUserId));
    }

    /** Sends what was written before the connection goes. */
    void flush() {
        channel.flush();
    }

    boolean isOpen() {
        return channel.isActive();
    }

    /** What the hosts say of this one; requests of a connection nearly always name the same. */
    Hosts.Verdict judge(String host, Hosts hosts) {
        Hosts.Verdict known = verdict;
        if (known != null && host.equals(judgedHost)) {
            return known;
        }
        Hosts.Verdict fresh = hosts.judge(host);
        judgedHost = host;
        verdict = fresh;
        return fresh;
    }
}
