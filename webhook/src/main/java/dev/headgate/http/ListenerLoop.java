package dev.headgate.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop, with a server for each listener; the loops share the sockets. */
final class ListenerLoop extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerLoop.class);
    private static final long SWEEP_MILLIS = 250;
    private static final int MAX_STREAMS = 512;
    private static final int MAX_HEADERS = 8_192;
    /** A URI of 4,096 bytes with a method and a version around it; the URI itself is measured later. */
    private static final int MAX_LINE = 4_096 + 64;

    private final Endpoint endpoint;
    private final List<BoundListener> listeners;
    private final long overflowUserId;
    private final List<HttpServer> servers = new ArrayList<>();
    private final BodyDeadlines deadlines;

    /**
     * A listener with what was made ready for it.
     *
     * @param address where to bind; a negative port stands for one free port that the loops share
     * @param material for TLS
     */
    record BoundListener(
            Listener listener,
            SocketAddress address,
            @Nullable TlsMaterial material) {}

    ListenerLoop(Endpoint endpoint, List<BoundListener> listeners, long overflowUserId) {
        this.endpoint = endpoint;
        this.listeners = List.copyOf(listeners);
        this.overflowUserId = overflowUserId;
        this.deadlines = new BodyDeadlines(endpoint.options().requestDeadlineMillis());
    }

    @Override
    public Future<?> start() {
        vertx.setPeriodic(SWEEP_MILLIS, _ -> deadlines.sweep(System.nanoTime()));
        List<Future<HttpServer>> listening = new ArrayList<>();
        for (BoundListener bound : listeners) {
            HttpServerOptions options = options(bound);
            HttpServer server = vertx.createHttpServer(options);
            // Every connection that stays gets a handler of its own; only one that was refused still has this.
            server.requestHandler(_ -> LOG.debug("ignored a request on a refused connection"));
            server.connectionHandler(this::connected);
            server.exceptionHandler(failure -> LOG.debug("a connection failed", failure));
            servers.add(server);
            listening.add(server.listen(bound.address())
                    .recover(failure -> Future.failedFuture(
                            new IOException(bound.address() + ": " + failure.getMessage(), failure))));
        }
        return Future.all(listening);
    }

    /** The servers, in the order of the listeners. */
    List<HttpServer> servers() {
        return servers;
    }

    private HttpServerOptions options(BoundListener bound) {
        ServerOptions limits = endpoint.options();
        HttpServerOptions options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_LINE)
                .setMaxHeaderSize(MAX_HEADERS)
                .setMaxChunkSize(Endpoint.MAX_BODY)
                .setAcceptBacklog(1_024)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                // Until a connection has said what it speaks; connected() gives it the real one.
                .setIdleTimeout(limits.requestDeadlineMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setInitialSettings(
                        new Http2Settings().setMaxConcurrentStreams(MAX_STREAMS).setMaxHeaderListSize(MAX_HEADERS));
        TlsMaterial material = bound.material();
        if (bound.listener() instanceof Listener.Tls tls && material != null) {
            options.setSsl(true).setUseAlpn(true);
            var ssl = material.options(tls.clientCertificate(), limits.requestDeadlineMillis());
            options.setKeyCertOptions(ssl.getKeyCertOptions())
                    .setTrustOptions(ssl.getTrustOptions())
                    .setClientAuth(ssl.getClientAuth())
                    .setEnabledSecureTransportProtocols(ssl.getEnabledSecureTransportProtocols())
                    .setSslHandshakeTimeout(ssl.getSslHandshakeTimeout())
                    .setSslHandshakeTimeoutUnit(ssl.getSslHandshakeTimeoutUnit());
        }
        return options;
    }

    private void connected(HttpConnection http) {
        HttpServerConnection internal = (HttpServerConnection) http;
        Channel channel = internal.channelHandlerContext().channel();
        if (!endpoint.takeConnection()) {
            LOG.warn("refused a connection: {} are open", endpoint.options().maxConnections());
            var _ = channel.close();
            return;
        }
        channel.closeFuture().addListener(_ -> endpoint.returnConnection());
        long peer;
        try {
            peer = UnixSockets.peerUserId(channel);
        } catch (IOException e) {
            LOG.debug("the peer of a Unix socket is unknown", e);
            var _ = channel.close();
            return;
        }
        if (peer == overflowUserId) {
            LOG.warn("refused a connection: its user is not mapped into this user namespace");
            var _ = channel.close();
            return;
        }
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.replace(
                "idle", "idle", new IdleStateHandler(0, 0, endpoint.options().idleTimeoutSeconds()));
        // By what it speaks from now on: while a connection is upgraded, the decoder of HTTP/1 is still there.
        boolean multiplexed = pipeline.get(Http2ConnectionHandler.class) != null;
        HeadDeadline head = new HeadDeadline(endpoint.options().requestDeadlineMillis());
        if (!multiplexed) {
            pipeline.addBefore("httpDecoder", "headDeadline", head);
        }
        Connection connection = new Connection(
                http, channel, multiplexed, head, endpoint.services().authenticator(), certificate(http), peer);
        internal.handler(request -> Exchange.begin(endpoint, connection, request, context, deadlines));
        internal.invalidRequestHandler(request -> InvalidRequests.answer(endpoint, connection, request));
    }

    private static @Nullable X509Certificate certificate(HttpConnection http) {
        if (!http.isSsl()) {
            return null;
        }
        try {
            return http.sslSession().getPeerCertificates()[0] instanceof X509Certificate leaf ? leaf : null;
        } catch (SSLPeerUnverifiedException _) {
            return null;
        }
    }
}
