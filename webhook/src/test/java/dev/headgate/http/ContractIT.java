package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.http.TestingServer.Reply;
import dev.headgate.policy.HeldLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Holds the implementation to openapi.yaml and openapi.yaml to the implementation: every route and status of the document is
 * brought about, every answer fits its schema, and every route that is served is in the document.
 */
class ContractIT {
    private static final String RUNTIME = TestingAuthenticator.RUNTIME_TOKEN;
    private static final String ADMIN = TestingAuthenticator.ADMIN_TOKEN;
    private static final String WORKER = TestingAuthenticator.WORKER_TOKEN;
    private static final String RESOLUTION = """
            {"tenant": "acme", "target": {"service": "payments", "route": "default", "contract": "payments.v1", "function": "authorize"}}""";
    private static final String LOAD = """
            {"instance": "agent", "sequence": 1, "observedAt": "2026-11-30T12:00:00Z", "cpu": "1%", "memory": "2%"}""";
    private static final String START = "{\"executorId\":\"e-1\"}";
    private static final String COMPLETION = "{\"fencingToken\":\"1\",\"outcome\":\"Trap\"}";
    private static JsonNode document;
    private TestingServer server;

    /** Routes with statuses that were seen in this test. */
    private final Set<String> seen = new TreeSet<>();

    @BeforeAll
    static void read() throws IOException {
        document = new YAMLMapper()
                .readTree(Path.of("src/main/resources/openapi.yaml").toFile());
    }

    @BeforeEach
    void start() {
        TestingPolicy policy = new TestingPolicy();
        policy.tenantLimits = new HeldLimits(20, 20, 1_000_000, 1_000_000_000);
        server = new TestingServer(policy);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Sends a request, and checks that its answer is as the document says of this route and status. */
    private Reply send(Route route, String path, String body, String token, String... headers) {
        String method = route.method();
        Reply reply = server.send(method, path, body.isEmpty() ? null : body, token.isEmpty() ? null : token, headers);
        check(route, reply);
        return reply;
    }

    private void check(Route route, Reply reply) {
        String method = route.method().toLowerCase(Locale.ROOT);
        JsonNode operation = document.path("paths").path(route.template()).path(method);
        String where = route + " " + reply.status();
        JsonNode response = resolved(operation.path("responses").path(Integer.toString(reply.status())));
        assertThat(response.isMissingNode())
                .as("%s is not in the document: %s", where, reply.text())
                .isFalse();
        seen.add(where);
        if (response.path("content").isEmpty()) {
            assertThat(reply.text()).as(where).isEmpty();
            return;
        }
        Map.Entry<String, JsonNode> content =
                response.path("content").properties().iterator().next();
        assertThat(reply.header("Content-Type")).as(where).startsWith(content.getKey());
        if (content.getKey().endsWith("json")) {
            assertThat(errors(content.getValue().path("schema"), reply.json()))
                    .as("%s: %s", where, reply.text())
                    .isEmpty();
        }
        response.path("headers").fieldNames().forEachRemaining(name -> {
            boolean onlyOfReplays = name.equals("Idempotency-Replayed") || name.equals("Headgate-Permit-State");
            boolean onlyOfRetryable = name.equals("Retry-After");
            if (onlyOfRetryable ? reply.json().path("retryable").asBoolean() : !onlyOfReplays) {
                assertThat(reply.header(name)).as("%s has %s", where, name).isNotEmpty();
            }
        });
    }

    private static JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asText();
        return reference.isEmpty() ? node : document.at(reference.substring(1));
    }

    private static List<String> errors(JsonNode schema, JsonNode instance) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", document.path("components"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole)
                .validate(instance)
                .stream()
                .map(Object::toString)
                .toList();
    }

    private String permit(String activationId, String action) {
        return "/v1/permits/" + server.admitted(activationId).get("permitId").asText() + action;
    }

    private String started(String path) {
        return server.send("POST", path + "/start", START)
                .json()
                .get("fencingToken")
                .asText();
    }

    private static String renewal(String before, String token) {
        return "{" + before + "\"fencingToken\":\"" + token + "\",\"renewalSequence\":1}";
    }

    /** A request of this route that succeeds. */
    private Request good(Route route) {
        return switch (route) {
            case ADMISSIONS -> new Request("/v1/admissions", TestingServer.admission("good"), RUNTIME);
            case RESOLUTIONS -> new Request("/v1/resolutions", RESOLUTION, RUNTIME);
            case PERMITS -> new Request("/v1/permits", "", RUNTIME);
            case PERMIT -> new Request(permit("read", ""), "", RUNTIME);
            case PERMIT_START -> new Request(permit("start", "/start"), START, RUNTIME);
            case PERMIT_COMPLETE -> {
                String path = permit("complete", "");
                String token = started(path);
                yield new Request(
                        path + "/complete",
                        "{\"fencingToken\":\"%s\",\"outcome\":\"Succeeded\"}".formatted(token),
                        RUNTIME);
            }
            case PERMIT_RENEW -> {
                String path = permit("renew", "");
                yield new Request(path + "/renew", renewal("", started(path)), RUNTIME);
            }
            case PERMIT_TERMINATE ->
                new Request(server.uncertain("terminate") + "/terminate", "{\"cause\":\"node reimaged\"}", ADMIN);
            case RENEWALS -> {
                String path = permit("renew-many", "");
                String id = path.substring(path.lastIndexOf('/') + 1);
                yield new Request(
                        "/v1/renewals",
                        "{\"renewals\":[" + renewal("\"permitId\":\"" + id + "\",", started(path)) + "]}",
                        RUNTIME);
            }
            case PERMIT_CANCEL -> new Request(permit("cancel", "/cancel"), "{}", RUNTIME);
            case CANCELLATIONS -> {
                server.admitted("by-id");
                yield new Request("/v1/cancellations", "{\"activationId\":\"by-id\"}", RUNTIME);
            }
            case QUOTA -> new Request("/v1/quota", "", ADMIN);
            case POLICY -> new Request("/v1/policy", "", ADMIN);
            case POLICY_HISTORY -> new Request("/v1/policy/history", "", ADMIN);
            case LOAD -> new Request("/v1/load", LOAD, WORKER);
            case VERSION -> new Request("/v1", "", RUNTIME);
            case REASON -> new Request("/reasons/load-stale", "", "");
            case OPENAPI -> new Request("/openapi.yaml", "", "");
            case LIVEZ -> new Request("/livez", "", "");
            case READYZ -> new Request("/readyz", "", "");
            case METRICS -> new Request("/metrics", "", "");
            case NONE -> throw new AssertionError("not a route");
        };
    }

    private record Request(String path, String body, String token) {}

    private static List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(Route.values()));
        routes.remove(Route.NONE);
        return routes;
    }

    private void bringAboutWhatEveryRouteHas(Route route) {
        Request good = good(route);
        send(route, good.path(), good.body(), good.token());
        checkRaw(route, good, "localhost", "X-Filler: " + "a".repeat(8_300) + "\r\n", "");
        checkRaw(route, good, "attacker.example", "", "");
        checkRaw(route, good, "localhost", "Expect: 100-continue\r\n", "");
        checkRaw(route, good, "localhost", "Content-Length: 65537\r\n", "");
        checkRaw(route, good, "localhost", "", "?" + "a".repeat(4_097));
        send(route, good.path(), good.body(), good.token(), "Accept", "image/png");
        if (route.takesBody()) {
            send(route, good.path(), good.body(), good.token(), "Content-Type", "text/plain");
            send(route, good.path(), "{\"unknown\":1}", good.token());
        } else {
            send(route, good.path(), "{}", good.token());
        }
        Reply wrongMethod = server.send("DELETE", good.path(), null, RUNTIME);
        assertThat(wrongMethod.header("Allow")).isEqualTo(route.method());
        check(route, wrongMethod);
        if (!route.open()) {
            send(route, good.path(), good.body(), "");
            send(route, good.path(), good.body(), "garbled");
            send(route, good.path(), good.body(), "away");
            send(route, good.path(), good.body(), "elsewhere");
            send(route, good.path(), good.body(), "broken");
        }
    }

    /** Sends what no HTTP client lets one send, and checks the answer. */
    private void checkRaw(Route route, Request request, String host, String headers, String query) {
        try (RawConnection connection = new RawConnection(server.port())) {
            String type = route.takesBody() ? "Content-Type: application/json\r\n" : "";
            String answer = connection
                    .send(route.method() + " " + request.path() + query + " HTTP/1.1\r\nHost: " + host + "\r\n" + type
                            + headers + "\r\n")
                    .answer();
            int status = Integer.parseInt(answer.substring(9, 12));
            JsonNode body = TestingServer.JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n")));
            JsonNode response = resolved(document.path("paths")
                    .path(route.template())
                    .path(route.method().toLowerCase(Locale.ROOT))
                    .path("responses")
                    .path(Integer.toString(status)));
            JsonNode schema = response.at("/content/application~1problem+json/schema");
            assertThat(schema.isMissingNode())
                    .as("%s %s is not in the document", route, status)
                    .isFalse();
            assertThat(errors(schema, body)).as("%s %s", route, status).isEmpty();
            seen.add(route + " " + status);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void bringAboutWhatOnlySomeRoutesHave() {
        for (Route route : List.of(Route.QUOTA, Route.POLICY, Route.POLICY_HISTORY)) {
            send(route, route.template(), "", RUNTIME);
        }
        send(Route.PERMIT, "/v1/permits/none", "", RUNTIME);
        send(Route.PERMIT_START, "/v1/permits/none/start", START, RUNTIME);
        send(Route.PERMIT_COMPLETE, "/v1/permits/none/complete", COMPLETION, RUNTIME);
        send(Route.PERMIT_CANCEL, "/v1/permits/none/cancel", "{}", RUNTIME);
        send(Route.PERMIT_RENEW, "/v1/permits/none/renew", renewal("", "1"), RUNTIME);
        send(Route.PERMIT_TERMINATE, "/v1/permits/none/terminate", "{\"cause\":\"gone\"}", ADMIN);
        send(Route.PERMIT_TERMINATE, "/v1/permits/none/terminate", "{\"cause\":\"gone\"}", RUNTIME);
        send(Route.PERMIT_TERMINATE, "/v1/permits/none/terminate", "{\"cause\":\"\"}", ADMIN);
        send(Route.CANCELLATIONS, "/v1/cancellations", "{\"activationId\":\"none\"}", RUNTIME);
        send(Route.REASON, "/reasons/none", "", "");
        String settled = permit("settled", "");
        send(Route.PERMIT_CANCEL, settled + "/cancel", "", RUNTIME);
        send(Route.PERMIT_START, settled + "/start", START, RUNTIME);
        send(Route.PERMIT_COMPLETE, settled + "/complete", COMPLETION, RUNTIME);
        send(Route.PERMIT_RENEW, settled + "/renew", renewal("", "1"), RUNTIME);
        send(Route.PERMIT_TERMINATE, settled + "/terminate", "{\"cause\":\"gone\"}", ADMIN);
        server.admitted("twice");
        send(Route.ADMISSIONS, "/v1/admissions", TestingServer.admission("twice"), RUNTIME);
        String unknownService = RESOLUTION.replace("payments\"", "none\"");
        send(Route.RESOLUTIONS, "/v1/resolutions", unknownService, RUNTIME);
        send(Route.ADMISSIONS, "/v1/admissions", TestingServer.admission("a").replace("authorize", "none"), RUNTIME);
        String late = permit("late", "");
        server.admitted("late-by-id");
        String overdue = permit("overdue", "");
        String running = permit("running", "");
        String runningToken = started(running);
        server.node.clock.advanceMillis(10_100);
        send(Route.PERMIT_RENEW, running + "/renew", renewal("", runningToken), RUNTIME);
        server.node.clock.advanceMillis(900);
        send(Route.CANCELLATIONS, "/v1/cancellations", "{\"activationId\":\"late-by-id\"}", RUNTIME);
        send(Route.PERMIT_START, overdue + "/start", START, RUNTIME);
        send(Route.PERMIT_CANCEL, late + "/cancel", "", RUNTIME);
        server.node.load = new NodeLoad.Observed(server.node.clock.bootNanos(), 990, 100, Map.of());
        send(Route.ADMISSIONS, "/v1/admissions", TestingServer.admission("a"), RUNTIME);
        bringAboutWhatADiskThatFailsDoes();
        server.checks = List.of(Readiness.Check.missing("pin", "no policy is pinned"));
        send(Route.READYZ, "/readyz", "", "");
    }

    private void bringAboutWhatADiskThatFailsDoes() {
        server.node.load = null;
        String completed = permit("fails-complete", "");
        String token = started(completed);
        String cancelled = permit("fails-cancel", "");
        server.admitted("fails-by-id");
        String doubted = server.uncertain("fails-terminate");
        server.node.log.fail();
        send(
                Route.PERMIT_COMPLETE,
                completed + "/complete",
                "{\"fencingToken\":\"%s\",\"outcome\":\"Succeeded\"}".formatted(token),
                RUNTIME);
        send(Route.PERMIT_CANCEL, cancelled + "/cancel", "{}", RUNTIME);
        send(Route.CANCELLATIONS, "/v1/cancellations", "{\"activationId\":\"fails-by-id\"}", RUNTIME);
        send(Route.PERMIT_TERMINATE, doubted + "/terminate", "{\"cause\":\"gone\"}", ADMIN);
        assertThat(send(Route.ADMISSIONS, "/v1/admissions", TestingServer.admission("none"), RUNTIME)
                        .json()
                        .path("reason")
                        .asText())
                .isEqualTo("journal-unavailable");
        server.node.log.sync();
    }

    @Test
    void everyRouteAndStatusOfTheDocumentIsBroughtAboutAndFitsItsSchema() {
        for (Route route : routes()) {
            bringAboutWhatEveryRouteHas(route);
        }
        bringAboutWhatOnlySomeRoutesHave();

        assertThat(seen).containsAll(documented());
    }

    private static Set<String> documented() {
        Set<String> documented = new LinkedHashSet<>();
        for (Route route : routes()) {
            document.path("paths")
                    .path(route.template())
                    .path(route.method().toLowerCase(Locale.ROOT))
                    .path("responses")
                    .fieldNames()
                    .forEachRemaining(status -> documented.add(route + " " + status));
        }
        return documented;
    }

    @Test
    void everyRouteThatIsServedIsInTheDocumentAndTheOtherWayRound() {
        Set<String> inDocument = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> inDocument.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(routes().stream().map(route -> route.method() + " " + route.template()))
                .containsExactlyInAnyOrderElementsOf(inDocument);
    }

    @Test
    void theExamplesOfRequestsFitTheirSchemasAndAreReadByTheServer() throws IOException {
        Map<String, JsonInput.Shape<?>> shapes = Map.of(
                "AdmissionRequest",
                RequestBodies::admission,
                "ResolutionRequest",
                RequestBodies::resolution,
                "Start",
                in -> PermitBodies.start(in, "id"),
                "Completion",
                in -> PermitBodies.complete(in, "id"),
                "Renewal",
                in -> PermitBodies.renew(in, "id"),
                "Renewals",
                PermitBodies::renewals,
                "Termination",
                in -> PermitBodies.terminate(in, "id"),
                "Nothing",
                in -> PermitBodies.cancel(in, "id"),
                "Cancellation",
                PermitBodies::cancellation,
                "LoadReport",
                LoadBodies::report);
        for (Map.Entry<String, JsonInput.Shape<?>> shape : shapes.entrySet()) {
            JsonNode schema = document.at("/components/schemas/" + shape.getKey());
            JsonNode example = schema.at("/examples/0");

            assertThat(errors(schema, example)).as(shape.getKey()).isEmpty();
            assertThat(JsonInput.read(TestingServer.JSON.writeValueAsBytes(example), shape.getValue()))
                    .as(shape.getKey())
                    .isInstanceOf(Parsed.Read.class);
        }
    }

    @Test
    void theExamplesOfAnswersFitTheirSchemas() {
        assertThat(errors(document.at("/components/schemas/Permit"), document.at("/components/examples/permit/value")))
                .isEmpty();
        assertThat(errors(
                        document.at("/components/schemas/Revision"),
                        document.at("/components/examples/revision/value")))
                .isEmpty();
    }

    @Test
    void theDocumentThatIsServedIsTheOneThatIsTested() throws IOException {
        assertThat(new YAMLMapper()
                        .readTree(
                                server.send("GET", "/openapi.yaml", null, null).text()))
                .isEqualTo(document);
    }
}
