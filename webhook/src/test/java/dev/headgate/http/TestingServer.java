package dev.headgate.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.authority.TestingNode;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The whole server on a free loopback port, over a real authority on a clock of its own. */
final class TestingServer implements AutoCloseable {
    static final String ALLOWED_HOST = "headgate.example";
    static final ObjectMapper JSON = new ObjectMapper();

    final TestingNode node;
    final TestingAuthenticator authenticator = new TestingAuthenticator();
    final TestingLoadReports loadReports = new TestingLoadReports();
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    volatile List<Readiness.Check> checks = List.of(Readiness.Check.ok("pin"), Readiness.Check.ok("load"));
    final NodeServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    TestingServer() {
        this(new TestingPolicy());
    }

    TestingServer(TestingPolicy policy) {
        this(new TestingNode(policy), List.of(new Listener.Plain("127.0.0.1", 0)), options -> options, Long.MAX_VALUE);
    }

    TestingServer(List<Listener> listeners, UnaryOperator<ServerOptions> change) {
        this(new TestingNode(new TestingPolicy()), listeners, change, Long.MAX_VALUE);
    }

    TestingServer(
            TestingNode node, List<Listener> listeners, UnaryOperator<ServerOptions> change, long overflowUserId) {
        this.node = node;
        ServerOptions options = ServerOptions.of(listeners, Set.of(ALLOWED_HOST), "1.2.3");
        Services services =
                new Services(node.authority, node.log, authenticator, () -> checks, loadReports, Clock.systemUTC());
        try {
            server = NodeServer.start(change.apply(options), services, registry, overflowUserId);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server of a node that has no policy yet. */
    static TestingServer unpinned() {
        return new TestingServer(
                new TestingNode(), List.of(new Listener.Plain("127.0.0.1", 0)), options -> options, Long.MAX_VALUE);
    }

    int port() {
        return server.port(0);
    }

    /** Sends a request as the runtime. */
    Reply send(String method, String path, @Nullable String body) {
        return send(method, path, body, TestingAuthenticator.RUNTIME_TOKEN);
    }

    /** Sends a request with a token, or without one. */
    Reply send(String method, String path, @Nullable String body, @Nullable String token, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The path of a permit whose executor does not know whether its work has ended. */
    String uncertain(String activationId) {
        String path = "/v1/permits/" + admitted(activationId).get("permitId").asText();
        String token = send("POST", path + "/start", "{\"executorId\":\"x\"}")
                .json()
                .get("fencingToken")
                .asText();
        send("POST", path + "/complete", "{\"fencingToken\":\"" + token + "\",\"outcome\":\"Uncertain\"}");
        return path;
    }

    /** Admits as the runtime, which must be granted, and returns the permit. */
    JsonNode admitted(String activationId) {
        Reply reply = send("POST", "/v1/admissions", admission(activationId));
        if (reply.status() != 201) {
            throw new AssertionError(reply.text());
        }
        return reply.json();
    }

    /** A request that the policy admits. */
    static String admission(String activationId) {
        return """
                {"activationId": "%s", "tenant": "acme", "payloadBytes": 100, "priority": 5,
                 "target": {"service": "payments", "route": "default", "contract": "payments.v1", "function": "authorize"}}""".formatted(activationId);
    }

    @Override
    public void close() {
        client.close();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer. */
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String text() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String reason() {
            return json().path("reason").asText();
        }
    }
}
