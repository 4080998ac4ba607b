package dev.headgate.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the files of a TLS listener now and then, and serves what they hold. It compares bytes, since the files of a
 * mounted Secret change by a swapped link. Files that cannot be used leave what is served as it was.
 */
final class TlsReload {
    private static final Logger LOG = LoggerFactory.getLogger(TlsReload.class);

    private final Vertx vertx;
    private final Listener.Tls listener;
    private final HttpServer server;
    private final long handshakeMillis;
    private TlsMaterial served;
    private boolean looking;

    TlsReload(Vertx vertx, Listener.Tls listener, HttpServer server, TlsMaterial served, long handshakeMillis) {
        this.vertx = vertx;
        this.listener = listener;
        this.server = server;
        this.served = served;
        this.handshakeMillis = handshakeMillis;
    }

    void every(long periodMillis) {
        vertx.setPeriodic(periodMillis, _ -> look());
    }

    private synchronized void look() {
        if (!looking) {
            looking = true;
            vertx.executeBlocking(() -> TlsMaterial.read(listener)).onComplete(read -> {
                if (read.succeeded()) {
                    serve(read.result());
                } else {
                    warn(read.cause());
                    looked();
                }
            });
        }
    }

    private synchronized void serve(TlsMaterial read) {
        if (read.equals(served)) {
            looked();
            return;
        }
        server.updateSSLOptions(read.options(listener.clientCertificate(), handshakeMillis))
                .onComplete(updated -> {
                    if (updated.succeeded()) {
                        LOG.info("serving new certificates on port {}", server.actualPort());
                        keep(read);
                    } else {
                        warn(updated.cause());
                    }
                    looked();
                });
    }

    private synchronized void keep(TlsMaterial material) {
        served = material;
    }

    private synchronized void looked() {
        looking = false;
    }

    private static void warn(Throwable cause) {
        String kind = cause instanceof IOException ? "cannot be read" : "cannot be used";
        LOG.warn("the certificate files {}; what was served before is served on", kind, cause);
    }
}
