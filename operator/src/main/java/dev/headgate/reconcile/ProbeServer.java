package dev.headgate.reconcile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /livez}, {@code /readyz} with what is missing, and {@code /metrics}, over plain HTTP. */
final class ProbeServer implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private record Answer(int status, String type, String body) {}

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Starts.
     *
     * @param missing what is not ready yet
     * @throws IOException if the address cannot be listened on
     */
    ProbeServer(InetSocketAddress address, Supplier<List<String>> missing, Supplier<String> metrics)
            throws IOException {
        server = HttpServer.create(address, 0);
        server.setExecutor(executor);
        serve("/livez", () -> new Answer(200, TEXT, "ok\n"));
        serve("/readyz", () -> {
            List<String> waits = missing.get();
            return waits.isEmpty()
                    ? new Answer(200, TEXT, "ok\n")
                    : new Answer(503, TEXT, "waiting for: " + String.join(", ", waits) + "\n");
        });
        serve("/metrics", () -> new Answer(200, PROMETHEUS, metrics.get()));
        server.start();
    }

    private void serve(String path, Supplier<Answer> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    send(exchange, new Answer(404, TEXT, "not found\n"));
                } else if (!exchange.getRequestMethod().equals("GET")) {
                    exchange.getResponseHeaders().set("Allow", "GET");
                    send(exchange, new Answer(405, TEXT, "GET only\n"));
                } else {
                    send(exchange, answer.get());
                }
            }
        });
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    /** Where it listens. */
    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.close();
    }
}
