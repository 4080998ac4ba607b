package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a command said, once it has ended.
 *
 * @param command the program and its arguments
 * @param exitCode zero for success
 * @param out standard output
 * @param err standard error
 */
public record CommandResult(List<String> command, int exitCode, String out, String err) {
    private static final Duration TIME_LIMIT = Duration.ofMinutes(3);

    public CommandResult {
        command = List.copyOf(command);
    }

    /** Whether the command ended well. */
    public boolean succeeded() {
        return exitCode == 0;
    }

    /**
     * Standard output of a command that must succeed.
     *
     * @throws ControlPlaneException if it did not; the message holds everything it said
     */
    public String orThrow() {
        if (!succeeded()) {
            throw new ControlPlaneException(
                    "%s\nended with %d\n%s%s".formatted(String.join(" ", command), exitCode, err, out));
        }
        return out;
    }

    /**
     * Runs a command to its end.
     *
     * @param scratch a folder for its output, which may be larger than a pipe holds
     * @param input its standard input
     * @throws ControlPlaneException if it cannot be started, or does not end within three minutes
     */
    static CommandResult run(Path scratch, Map<String, String> environment, String input, List<String> command) {
        try {
            Path in = Files.writeString(Files.createTempFile(scratch, "command", ".in"), input);
            Path out = Files.createTempFile(scratch, "command", ".out");
            Path err = Files.createTempFile(scratch, "command", ".err");
            try {
                var builder = new ProcessBuilder(command)
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
                builder.environment().putAll(environment);
                int exitCode = await(builder.start(), command);
                return new CommandResult(command, exitCode, read(out), read(err));
            } finally {
                Files.deleteIfExists(in);
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int await(Process process, List<String> command) {
        try {
            if (!process.waitFor(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new ControlPlaneException(
                        String.join(" ", command) + " did not end within " + TIME_LIMIT.toSeconds() + " s");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while waiting for " + command.getFirst(), e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
