package dev.headgate.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the server listens and what it bears.
 *
 * @param listeners at least one
 * @param eventLoops threads that serve, 1 or more
 * @param allowedHosts names and addresses callers may use besides loopback ones, without port; any other {@code Host} is 421
 * @param maxConnections open connections, 1 or more; one more is closed at once
 * @param requestDeadlineMillis within which head and body of a request must have come, 1 or more
 * @param idleTimeoutSeconds after which a connection that is doing nothing is closed, 1 or more
 * @param tlsReloadSeconds between two looks at the files of TLS listeners, 1 or more
 * @param version of Headgate, for {@code GET /v1}
 */
public record ServerOptions(
        List<Listener> listeners,
        int eventLoops,
        Set<String> allowedHosts,
        int maxConnections,
        int requestDeadlineMillis,
        int idleTimeoutSeconds,
        int tlsReloadSeconds,
        String version) {

    public ServerOptions {
        listeners = List.copyOf(listeners);
        allowedHosts = allowedHosts.stream()
                .map(host -> host.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        if (listeners.isEmpty()) {
            throw new IllegalArgumentException("a server needs a listener");
        }
        if (eventLoops < 1
                || maxConnections < 1
                || requestDeadlineMillis < 1
                || idleTimeoutSeconds < 1
                || tlsReloadSeconds < 1) {
            throw new IllegalArgumentException("numbers of server options are at least 1");
        }
    }

    /** The bounds of design pages 7 and 13, for these listeners. */
    public static ServerOptions of(List<Listener> listeners, Set<String> allowedHosts, String version) {
        int eventLoops = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
        return new ServerOptions(listeners, eventLoops, allowedHosts, 4096, 5_000, 120, 10, version);
    }

    /** The same with other bounds of time. */
    ServerOptions withTimes(int requestDeadlineMillis, int idleTimeoutSeconds, int tlsReloadSeconds) {
        return new ServerOptions(
                listeners,
                eventLoops,
                allowedHosts,
                maxConnections,
                requestDeadlineMillis,
                idleTimeoutSeconds,
                tlsReloadSeconds,
                version);
    }

    /** The same with another bound of connections. */
    ServerOptions withMaxConnections(int maxConnections) {
        return new ServerOptions(
                listeners,
                eventLoops,
                allowedHosts,
                maxConnections,
                requestDeadlineMillis,
                idleTimeoutSeconds,
                tlsReloadSeconds,
                version);
    }
}
