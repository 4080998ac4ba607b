package dev.headgate.http;

import java.util.concurrent.atomic.AtomicInteger;

/** What all requests of a server share. */
final class Endpoint {
    /** The longest body, in bytes (design page 7, "Bad input"). */
    static final int MAX_BODY = 64 * 1_024;

    private final ServerOptions options;
    private final Services services;
    private final HttpMetrics metrics;
    private final Documents documents;
    private final Hosts hosts;
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean draining;

    Endpoint(ServerOptions options, Services services, HttpMetrics metrics, Documents documents) {
        this.options = options;
        this.services = services;
        this.metrics = metrics;
        this.documents = documents;
        this.hosts = new Hosts(options.allowedHosts());
    }

    ServerOptions options() {
        return options;
    }

    Services services() {
        return services;
    }

    HttpMetrics metrics() {
        return metrics;
    }

    Documents documents() {
        return documents;
    }

    Hosts hosts() {
        return hosts;
    }

    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** Takes a place for a connection, if there is one. */
    boolean takeConnection() {
        if (connections.incrementAndGet() <= options.maxConnections()) {
            return true;
        }
        connections.decrementAndGet();
        return false;
    }

    void returnConnection() {
        connections.decrementAndGet();
    }
}
