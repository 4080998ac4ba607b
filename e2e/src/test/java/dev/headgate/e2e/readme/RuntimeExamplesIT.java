package dev.headgate.e2e.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loops of the runtime guide, run as they stand. */
class RuntimeExamplesIT {
    @TempDir
    private Path folder;

    @Test
    void theLoopsOfTheGuideAdmitStartAndCompleteAgainstTheQuickstart() throws IOException, InterruptedException {
        Path root = Checkout.root();
        String address = "127.0.0.1:" + FreePorts.next();
        try (ServerProcess node = ServerProcess.start(
                "quickstart",
                List.of(root.resolve("examples/quickstart/run").toString()),
                Map.of(
                        "HEADGATE_LISTEN",
                        address,
                        "HEADGATE_STATE_DIR",
                        folder.resolve("state").toString()),
                folder.resolve("node.log"),
                new Lifetime.Leashed())) {
            await().atMost(Duration.ofMinutes(1)).until(() -> node.isAlive() && ready(address));
            Map<String, String> environment =
                    Map.of("HEADGATE_URL", "http://" + address, "HEADGATE_TOKEN", "quickstart-token");
            Path examples = root.resolve("examples/runtime");
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            assertThat(output(
                            environment,
                            "python3",
                            examples.resolve("python/runtime.py").toString(),
                            "python-1"))
                    .isEqualTo("python-1 Settled Succeeded");
            assertThat(output(
                            environment,
                            java,
                            examples.resolve("java/Runtime.java").toString(),
                            "java-1"))
                    .isEqualTo("java-1 Settled Succeeded");
            assertThat(output(
                            environment,
                            "go",
                            "run",
                            examples.resolve("go/runtime.go").toString(),
                            "go-1"))
                    .isEqualTo("go-1 Settled Succeeded");
        }
    }

    @Test
    void theGuideSaysWhatToDoForEveryReason() throws IOException {
        String guide = Files.readString(Checkout.root().resolve("docs/runtime-guide.md"));
        String index = Files.readString(Checkout.root().resolve("docs/reasons/README.md"));
        var reasons = Pattern.compile("\\| \\[([a-z-]+)]\\(([a-z-]+\\.md)\\) \\| ([0-9]+) ")
                .matcher(index);
        int found = 0;
        while (reasons.find()) {
            found++;
            assertThat(guide)
                    .containsPattern(Pattern.quote("| [`" + reasons.group(1) + "`](reasons/" + reasons.group(2) + ") | "
                                    + reasons.group(3) + " | ")
                            + "\\S");
        }
        assertThat(found).isGreaterThan(40);
    }

    private static boolean ready(String address) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                                    HttpRequest.newBuilder(URI.create("http://" + address + "/readyz"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private String output(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " did not end: " + Files.readString(out));
        }
        return Files.readString(out).strip();
    }
}
