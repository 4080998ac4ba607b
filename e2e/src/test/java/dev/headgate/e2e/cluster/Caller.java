package dev.headgate.e2e.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A runtime on a node that asks its endpoint, over HTTP and with its service account's token.
 *
 * <p>As page 13 wants of every caller, it connects with a short timeout and asks again while a refusal is one of the node's
 * moment (its load, a sample of it, a policy that is still on its way) rather than about the request.
 */
final class Caller {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> OF_THE_MOMENT =
            Set.of("node-overloaded", "load-stale", "load-unavailable", "policy-not-pinned");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final URI endpoint;
    private final String token;

    Caller(NodeEndpoint endpoint, String token) {
        this.endpoint = endpoint.url();
        this.token = token;
    }

    /** An answer: its status and its JSON. */
    record Answer(int status, JsonNode body) {
        String text(String pointer) {
            return body.at(pointer).asText();
        }
    }

    /** Asks for a permit of the example's one service. */
    Answer admit(String activationId) {
        var request = Map.of(
                "activationId",
                activationId,
                "target",
                Map.of("service", "payments", "route", "default", "contract", "payments.v1", "function", "authorize"),
                "routingKey",
                "customer-42",
                "priority",
                5,
                "payloadBytes",
                1834,
                "budget",
                Map.of("wallTime", "9m", "cpuFuel", 1_000_000, "memory", "64Mi"));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Answer answer = post("/v1/admissions", request);
            if (!OF_THE_MOMENT.contains(answer.text("/reason")) || System.nanoTime() > end) {
                return answer;
            }
            ReadyProbe.pause();
        }
    }

    Answer read(String permitId) {
        return send(HttpRequest.newBuilder(endpoint.resolve("/v1/permits/" + permitId))
                .GET());
    }

    Answer start(String permitId, String executorId) {
        return post("/v1/permits/" + permitId + "/start", Map.of("executorId", executorId));
    }

    Answer complete(String permitId, String fencingToken) {
        return post(
                "/v1/permits/" + permitId + "/complete", Map.of("fencingToken", fencingToken, "outcome", "Succeeded"));
    }

    private Answer post(String path, Map<String, ?> body) {
        try {
            return send(HttpRequest.newBuilder(endpoint.resolve(path))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(
                    request.header("Authorization", "Bearer " + token)
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while asking " + endpoint, e);
        }
    }
}
