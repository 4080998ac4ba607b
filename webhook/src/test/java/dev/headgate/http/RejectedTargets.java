package dev.headgate.http;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.given;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.policy.History;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A process of its own whose node refuses many distinct targets and tenants over HTTP, completes reservations, and prints what
 * it holds before and after. Run by {@link RejectedTargetsIT}.
 */
final class RejectedTargets {
    private final TestingServer server;
    private final RawConnection connection;

    private RejectedTargets(TestingServer server, RawConnection connection) {
        this.server = server;
        this.connection = connection;
    }

    public static void main(String[] arguments) throws Exception {
        int rejections = Integer.parseInt(arguments[0]);
        int reservations = Integer.parseInt(arguments[1]);
        TestingPolicy policy = new TestingPolicy();
        policy.history = new History(10, 3_600_000);
        try (TestingServer server = new TestingServer(policy);
                RawConnection connection = new RawConnection(server.port())) {
            RejectedTargets node = new RejectedTargets(server, connection);
            // Classes and code are loaded on first use; what comes after is what grows.
            node.refuse("warm-up-", 2_000);
            node.reserve("warm-up-", 100);
            node.held();
            print("before", node.held());
            node.refuse("target-", rejections);
            node.reserve("work-", reservations);
            print("after", node.held());
        }
    }

    private void refuse(String prefix, int count) {
        for (int n = 0; n < count; n++) {
            String target = prefix + n;
            String request = TestingServer.admission(target);
            expect(
                    422,
                    "revision-not-available",
                    post("/v1/admissions", request.replace("\"payments\"", quoted(target))));
            expect(
                    403,
                    "principal-not-authorized",
                    post("/v1/admissions", request.replace("\"acme\"", quoted(target))));
        }
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private void reserve(String prefix, int count) throws IOException {
        for (int n = 0; n < count; n++) {
            JsonNode permit = json(expect(201, "Queued", post("/v1/admissions", TestingServer.admission(prefix + n))));
            String path = "/v1/permits/" + permit.path("permitId").asText();
            JsonNode executing = json(expect(200, "Executing", post(path + "/start", "{\"executorId\": \"x\"}")));
            String completion = "{\"fencingToken\": \""
                    + executing.path("fencingToken").asText() + "\", \"outcome\": \"Succeeded\"}";
            expect(200, "Settled", post(path + "/complete", completion));
        }
    }

    private String post(String path, String body) {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + TestingAuthenticator.RUNTIME_TOKEN + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n";
        return connection.send(head + body).answer();
    }

    private static String expect(int status, String word, String answer) {
        if (!answer.startsWith("HTTP/1.1 " + status + " ") || !answer.contains(word)) {
            throw new AssertionError(answer);
        }
        return answer;
    }

    private static JsonNode json(String answer) throws IOException {
        return TestingServer.JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }

    private Map<String, Long> held() throws IOException, InterruptedException {
        Map<String, Long> held = new TreeMap<>();
        held.put("metricSeries", series());
        held.put("heapBytes", heapBytes());
        held.put("threads", count(Path.of("/proc/self/task"), false));
        held.put("descriptors", count(Path.of("/proc/self/fd"), false));
        held.put("sockets", count(Path.of("/proc/self/fd"), true));
        held.put("children", ProcessHandle.current().children().count());
        held.put("tenantCounters", tenantCounters());
        return held;
    }

    private long series() {
        String answer = expect(
                200,
                "headgate_admissions_total",
                connection
                        .send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .answer());
        return answer.lines()
                .filter(line -> line.startsWith("headgate_") || line.startsWith("http_"))
                .count();
    }

    /** Counters of tenants and principals that hold something, or that no policy names. */
    private long tenantCounters() {
        return Stream.of("acme", "other", "target-1", "warm-up-1")
                .flatMap(tenant -> given(server.node.authority.quota(ADMINISTRATOR, tenant)).stream())
                .filter(quota -> quota.used() > 0
                        || quota.name().contains("target")
                        || quota.name().contains("warm-up"))
                .count();
    }

    private static long heapBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < 4; collection++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    private static long count(Path directory, boolean socketsOnly) throws IOException {
        List<Path> entries;
        try (Stream<Path> listed = Files.list(directory)) {
            entries = listed.toList();
        }
        return entries.stream().filter(entry -> !socketsOnly || isSocket(entry)).count();
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException _) {
            // The descriptor of the listing itself is closed by now.
            return false;
        }
    }

    private static void print(String when, Map<String, Long> held) {
        held.forEach((what, amount) -> System.out.println(when + "." + what + "=" + amount));
    }
}
