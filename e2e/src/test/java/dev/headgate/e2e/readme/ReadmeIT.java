package dev.headgate.e2e.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.FreePorts;
import dev.headgate.e2e.cluster.Lifetime;
import dev.headgate.e2e.cluster.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer pastes every command of the README, in order, and sees what it shows. */
class ReadmeIT {
    private static final String ADDRESS = "127.0.0.1:8470";

    @TempDir
    private Path folder;

    @Test
    void everyCommandOfTheReadmeShowsWhatItSays() throws IOException, InterruptedException {
        Path checkout = copyOfTheExamples();
        String address = "127.0.0.1:" + FreePorts.next();
        Map<String, String> environment = Map.of(
                "HEADGATE_LISTEN",
                address,
                "HEADGATE_STATE_DIR",
                folder.resolve("state").toString());
        Path log = folder.resolve("node.log");
        try (ServerProcess node = ServerProcess.start(
                "quickstart",
                List.of(checkout.resolve("examples/quickstart/run").toString()),
                environment,
                log,
                new Lifetime.Leashed())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> printedACurlLine(log));
            // On a machine that is busy with something else the node refuses, as it should, until that is over.
            String shown = curlLine(log);
            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> assertThat(shell(checkout, environment, "shown", shown))
                            .contains("\"permitId\"", "\"state\":\"Queued\""));

            // One shell for all of them, so that variables carry over as they do for a reader.
            StringBuilder script = new StringBuilder("set -u\n");
            List<ConsoleBlock> commands =
                    ConsoleBlock.of(Files.readString(Checkout.root().resolve("README.md")));
            for (int i = 0; i < commands.size(); i++) {
                script.append("exec >'")
                        .append(folder)
                        .append("/out-")
                        .append(i)
                        .append("' 2>&1\n");
                script.append(commands.get(i).command().replace(ADDRESS, address))
                        .append('\n');
            }
            shell(checkout, environment, "readme", script.toString());
            assertThat(commands).hasSizeGreaterThan(10);
            for (int i = 0; i < commands.size(); i++) {
                ConsoleBlock command = commands.get(i);
                String output = Files.readString(folder.resolve("out-" + i));
                assertThat(command.matches(output))
                        .as("$ %s%nshows:%n%s%nbut the README shows:%n%s", command.command(), output, command.shown())
                        .isTrue();
            }
            assertThat(node.isAlive())
                    .as("the README has killed it, and started another")
                    .isFalse();
        } finally {
            // What the README started in the background is nobody's child by now.
            ProcessHandle.allProcesses()
                    .filter(process -> process.info()
                            .commandLine()
                            .filter(line ->
                                    line.contains(folder.resolve("state").toString()))
                            .isPresent())
                    .forEach(ProcessHandle::destroy);
        }
    }

    private static boolean printedACurlLine(Path log) throws IOException {
        return Files.exists(log) && !curlLine(log).isEmpty();
    }

    private static String curlLine(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("curl "))
                    .findFirst()
                    .orElse("");
        }
    }

    private Path copyOfTheExamples() throws IOException {
        Path root = Checkout.root();
        Path copy = Files.createDirectories(folder.resolve("checkout"));
        Files.createDirectories(copy.resolve(".run"));
        Files.createSymbolicLink(copy.resolve("bin"), root.resolve("bin"));
        try (Stream<Path> files = Files.walk(root.resolve("examples/quickstart"))) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(root.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return copy;
    }

    private String shell(Path directory, Map<String, String> environment, String name, String script)
            throws IOException, InterruptedException {
        Path output = folder.resolve(name + ".out");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the commands of the README did not end");
        }
        return Files.readString(output);
    }
}
