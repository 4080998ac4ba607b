package dev.headgate.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP server of the node (design page 6): JSON over HTTP/1.1 and HTTP/2, on loopback addresses and Unix sockets without
 * TLS and with TLS anywhere else.
 *
 * <p>It ends in two steps (design page 13, "Network and life of the pod"): {@link #drain} refuses new admissions with
 * {@code shutting-down} and serves everything else, {@link #close} ends once what is in flight has been answered.
 */
public final class NodeServer implements AutoCloseable {
    private static final long CLOSE_SECONDS = 10;

    private final Vertx vertx;
    private final Endpoint endpoint;
    private final List<ListenerLoop.BoundListener> listeners;
    private final List<ListenerLoop> loops;

    private NodeServer(
            Vertx vertx, Endpoint endpoint, List<ListenerLoop.BoundListener> listeners, List<ListenerLoop> loops) {
        this.vertx = vertx;
        this.endpoint = endpoint;
        this.listeners = listeners;
        this.loops = loops;
    }

    /**
     * Starts to listen. Blocks until every listener is bound.
     *
     * @throws IOException if a listener cannot be bound as it is configured; the message says which and why
     */
    public static NodeServer start(ServerOptions options, Services services, PrometheusMeterRegistry registry)
            throws IOException {
        return start(options, services, registry, UnixSockets.overflowUserId());
    }

    static NodeServer start(
            ServerOptions options, Services services, PrometheusMeterRegistry registry, long overflowUserId)
            throws IOException {
        List<ListenerLoop.BoundListener> listeners = new ArrayList<>();
        for (Listener listener : options.listeners()) {
            listeners.add(prepare(listener, listeners.size()));
        }
        HttpMetrics metrics = new HttpMetrics(registry, services.authority(), services.readiness(), services.clock());
        Endpoint endpoint = new Endpoint(options, services, metrics, Documents.load());
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(options.eventLoops())
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(2)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
        List<ListenerLoop> loops = new ArrayList<>();
        for (int i = 0; i < options.eventLoops(); i++) {
            loops.add(new ListenerLoop(endpoint, listeners, overflowUserId));
        }
        NodeServer server = new NodeServer(vertx, endpoint, listeners, List.copyOf(loops));
        try {
            server.listen();
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static ListenerLoop.BoundListener prepare(Listener listener, int index) throws IOException {
        return switch (listener) {
            case Listener.Plain(String host, int port) -> {
                if (!InetAddress.getByName(host).isLoopbackAddress()) {
                    throw new IOException("cannot listen on " + host
                            + ": without TLS only loopback addresses are served; configure a TLS listener");
                }
                yield new ListenerLoop.BoundListener(listener, address(host, port, index), null);
            }
            case Listener.Unix unix -> {
                UnixSockets.clear(unix.path());
                yield new ListenerLoop.BoundListener(
                        listener, SocketAddress.domainSocketAddress(unix.path().toString()), null);
            }
            case Listener.Tls tls ->
                new ListenerLoop.BoundListener(listener, address(tls.host(), tls.port(), index), TlsMaterial.read(tls));
        };
    }

    private static SocketAddress address(String host, int port, int index) {
        return port == 0
                ? SocketAddress.sharedRandomPort(index + 1, host)
                : SocketAddress.inetSocketAddress(port, host);
    }

    private void listen() throws IOException {
        boolean unix = listeners.stream().anyMatch(bound -> bound.listener() instanceof Listener.Unix);
        if (unix && !vertx.isNativeTransportEnabled()) {
            throw new IOException(
                    "cannot listen on a Unix socket: its callers are known by epoll only, which this platform lacks",
                    vertx.unavailableNativeTransportCause());
        }
        // One after the other: the first binds, the others join it.
        for (ListenerLoop loop : loops) {
            await(vertx.deployVerticle(loop, new DeploymentOptions()), "cannot listen on ");
        }
        List<HttpServer> servers = loops.getFirst().servers();
        ServerOptions options = endpoint.options();
        for (int i = 0; i < listeners.size(); i++) {
            ListenerLoop.BoundListener bound = listeners.get(i);
            TlsMaterial material = bound.material();
            if (bound.listener() instanceof Listener.Tls tls && material != null) {
                new TlsReload(vertx, tls, servers.get(i), material, options.requestDeadlineMillis())
                        .every(TimeUnit.SECONDS.toMillis(options.tlsReloadSeconds()));
            } else if (bound.listener() instanceof Listener.Unix socket) {
                UnixSockets.protect(socket);
            }
        }
    }

    private static void await(Future<?> future, String doing) throws IOException {
        try {
            future.toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(doing + cause.getMessage(), cause);
        }
    }

    /**
     * The port that a listener got.
     *
     * @param listener its place among the listeners of the options
     */
    public int port(int listener) {
        return loops.getFirst().servers().get(listener).actualPort();
    }

    /** From now on admissions are refused with {@code shutting-down}. Everything else is served, on new connections too. */
    public void drain() {
        endpoint.drain();
    }

    /** Stops to listen, waits for the answers to what is in flight, and ends all threads of the server. */
    @Override
    public void close() throws IOException {
        drain();
        List<Future<Void>> ending = new ArrayList<>();
        for (ListenerLoop loop : loops) {
            for (HttpServer server : loop.servers()) {
                ending.add(server.shutdown(CLOSE_SECONDS, TimeUnit.SECONDS));
            }
        }
        Future<?> closed = Future.join(ending).transform(_ -> vertx.close());
        await(closed, "cannot stop: ");
    }
}
