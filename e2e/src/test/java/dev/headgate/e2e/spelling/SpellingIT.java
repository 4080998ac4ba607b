package dev.headgate.e2e.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.headgate.admission.Reason;
import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.FreePorts;
import dev.headgate.e2e.cluster.Lifetime;
import dev.headgate.e2e.cluster.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names are spelled one way in CRDs, in the OpenAPI document, in reasons and in metrics (design page 13, "Spelling"). The
 * documents are those that a running endpoint serves.
 */
class SpellingIT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern CAMEL = Pattern.compile("[a-z][a-zA-Z0-9]*");
    private static final Pattern PASCAL = Pattern.compile("[A-Z][A-Za-z0-9]*");
    private static final Pattern KEBAB = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Pattern UNIT_OR_LONG_WORD = Pattern.compile(
            ".*(Bytes|Millis|Seconds|Nanos|Percent|PerMille)|(maximum|minimum).*|.*(Maximum|Minimum).*");
    private static final Pattern DURATION_NAME =
            Pattern.compile(".*(Duration|Time|Age|Margin|Delay)|deadlineIn|retryAfter");
    /** Counts in a request, which the design names so; resources give sizes as quantities. */
    private static final Set<String> COUNTS_OF_REQUESTS = Set.of("payloadBytes", "networkBytes", "storageBytes");

    private static final double LARGEST_EXACT_INTEGER = 9_007_199_254_740_991d;

    @TempDir
    private static Path folder;

    private static ServerProcess node;
    private static String address;

    private final Map<String, JsonNode> properties = new TreeMap<>();
    private final Set<String> enumValues = new TreeSet<>();

    @BeforeAll
    static void startNode() {
        Path root = Checkout.root();
        address = "127.0.0.1:" + FreePorts.next();
        node = ServerProcess.start(
                "spelling",
                List.of(
                        root.resolve("bin/headgate").toString(),
                        "node",
                        "--node-name",
                        "spelling",
                        "--policy-dir",
                        root.resolve("examples/quickstart").toString(),
                        "--static-tokens",
                        root.resolve("examples/quickstart/tokens").toString(),
                        "--state-dir",
                        folder.resolve("state").toString(),
                        "--listen",
                        address),
                Map.of(),
                folder.resolve("log"),
                new Lifetime.Leashed());
        Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> !get("/metrics").isEmpty());
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @Test
    void fieldsOfResourcesAreSpelledAsTheDesignSays() throws IOException {
        try (Stream<Path> crds = Files.list(Checkout.root().resolve("helm/headgate/templates/crds"))) {
            for (Path crd : crds.toList()) {
                JsonNode version = YAML.readTree(crd.toFile()).at("/spec/versions/0/schema/openAPIV3Schema");
                collect(crd.getFileName().toString(), version.path("properties").path("spec"));
                collect(crd.getFileName().toString(), version.path("properties").path("status"));
            }
        }
        assertThat(properties).hasSizeGreaterThan(80);
        assertSpelled();
        properties.forEach((path, schema) -> {
            if (schema.path("type").asText().equals("integer")) {
                assertThat(schema.path("maximum").asDouble(Double.MAX_VALUE))
                        .as("%s must be bounded by 2^53-1", path)
                        .isLessThanOrEqualTo(LARGEST_EXACT_INTEGER);
            }
            assertThat(schema.path("description").asText())
                    .as("%s has a description", path)
                    .isNotBlank();
        });
    }

    @Test
    void fieldsOfTheHttpInterfaceAreSpelledAsTheDesignSays() throws IOException {
        JsonNode document = YAML.readTree(get("/openapi.yaml"));
        document.at("/components/schemas").properties().forEach(schema -> collect(schema.getKey(), schema.getValue()));
        assertThat(properties).hasSizeGreaterThan(50);
        assertSpelled();
    }

    @Test
    void reasonsAreTheSameInCodeInTheOpenApiDocumentAndInTheirPages() throws IOException {
        List<String> reasons =
                Arrays.stream(Reason.values()).map(Reason::spelling).sorted().toList();
        assertThat(reasons).allMatch(reason -> KEBAB.matcher(reason).matches());
        try (Stream<Path> pages = Files.list(Checkout.root().resolve("docs/reasons"))) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", ""))
                            .filter(name -> !name.equals("README"))
                            .sorted())
                    .isEqualTo(reasons);
        }
        collectEnums(YAML.readTree(get("/openapi.yaml")));
        assertThat(enumValues).containsAll(reasons);
        for (String reason : reasons) {
            assertThat(get("/reasons/" + reason)).startsWith("# " + reason);
        }
    }

    @Test
    void metricsAreNamedWithTheirUnitAndEveryReasonIsThereFromTheStart() throws IOException {
        String metrics = get("/metrics");
        Set<String> names = metrics.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ", -1)[2])
                .filter(name -> !name.startsWith("jvm_") && !name.startsWith("process_"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).isNotEmpty().allMatch(name -> name.matches("(headgate|http_server)_[a-z0-9]+(_[a-z0-9]+)*"));
        assertThat(names).noneMatch(name -> name.matches(".*_(ms|millis|milliseconds|percent|kb|mb)(_.*)?"));
        Set<String> labelled = Pattern.compile("headgate_admissions_total\\{[^}]*reason=\"([^\"]+)\"")
                .matcher(metrics)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(labelled).allMatch(reason -> KEBAB.matcher(reason).matches());
        assertThat(labelled).contains("capacity-exhausted", "queue-deadline-infeasible", "policy-not-pinned");
    }

    private void assertSpelled() {
        List<String> wrong = new ArrayList<>();
        properties.forEach((path, schema) -> {
            String name = path.substring(path.lastIndexOf('.') + 1);
            if (!CAMEL.matcher(name).matches()) {
                wrong.add(path + " is not in camel case");
            }
            if (UNIT_OR_LONG_WORD.matcher(name).matches() && !COUNTS_OF_REQUESTS.contains(name)) {
                wrong.add(path + " carries a unit or a long word");
            }
            if (DURATION_NAME.matcher(name).matches()
                    && schema.path("type").asText().equals("integer")) {
                wrong.add(path + " is a duration in a number");
            }
            if (name.endsWith("Threshold") && schema.path("type").asText().equals("integer")) {
                wrong.add(path + " is a percentage in a number");
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(enumValues)
                .allMatch(value ->
                        PASCAL.matcher(value).matches() || KEBAB.matcher(value).matches());
    }

    private void collect(String path, JsonNode schema) {
        collectEnums(schema);
        schema.path("properties").properties().forEach(property -> {
            String child = path + "." + property.getKey();
            properties.put(child, property.getValue());
            // Conditions and label selectors are spelled by Kubernetes.
            if (!property.getKey().equals("conditions") && !property.getKey().equals("nodeSelector")) {
                collect(child, property.getValue());
            }
        });
        if (schema.has("items")) {
            collect(path, schema.path("items"));
        }
        for (JsonNode part : schema.path("allOf")) {
            collect(path, part);
        }
    }

    private void collectEnums(JsonNode node) {
        if (node.path("enum").isArray()) {
            node.path("enum").forEach(value -> enumValues.add(value.asText()));
        }
        node.forEach(this::collectEnums);
    }

    private static String get(String path) throws IOException {
        try {
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + address + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
