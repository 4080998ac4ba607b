package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A long-running process beside the tests, its output in a file.
 *
 * <p>A leashed one ends when this virtual machine ends, however that happens: a small shell loop inside its process tree holds
 * the other end of a pipe, and asks the process to end, then makes it end, when the pipe closes. A detached one outlives this
 * virtual machine.
 */
public final class ServerProcess implements AutoCloseable {

    /**
     * Replaces itself by the program, so that the process identifier is the program's. The loop asks for its own parent in
     * /proc, because a bare identifier may have become somebody else's by the time the pipe closes.
     */
    private static final String LEASH = """
            exec 3<&0
            (
              read -r _ <&3
              tries=0
              while read -r _ _ _ parent _ </proc/self/stat && [ "$parent" = $$ ]; do
                if [ $tries -eq 0 ]; then kill -TERM $$; fi
                if [ $tries -eq 60 ]; then kill -KILL $$; fi
                tries=$((tries + 1))
                sleep 0.25
              done
            ) >/dev/null 2>&1 &
            exec 3<&-
            exec "$@" </dev/null
            """;

    private static final Duration GRACE = Duration.ofSeconds(15);

    private final String name;
    private final Process process;
    private final Path log;

    private ServerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a process in a session of its own, so that a terminal's Ctrl-C reaches only this virtual machine.
     *
     * @param name what messages call it
     * @param environment added to that of this virtual machine
     * @param log where its output is appended
     * @throws ControlPlaneException if it cannot be started
     */
    public static ServerProcess start(
            String name, List<String> command, Map<String, String> environment, Path log, Lifetime lifetime) {
        List<String> line = new ArrayList<>(List.of("setsid"));
        if (lifetime instanceof Lifetime.Leashed) {
            line.addAll(List.of("sh", "-c", LEASH, name));
        }
        line.addAll(command);
        var builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return switch (lifetime) {
                case Lifetime.Leashed() -> new ServerProcess(name, builder.start(), log);
                case Lifetime.Detached(var register) -> {
                    builder.redirectInput(Path.of("/dev/null").toFile());
                    var server = new ServerProcess(name, builder.start(), log);
                    register.add(server.pid(), name);
                    yield server;
                }
            };
        } catch (IOException e) {
            throw new ControlPlaneException("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /** What messages call it. */
    public String name() {
        return name;
    }

    /** The process identifier of the program itself. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The file its output goes to. */
    public Path log() {
        return log;
    }

    /** The last lines of its output, for a message about a failure. */
    public String logTail(int lines) {
        return tail(log, lines);
    }

    static String tail(Path file, int lines) {
        try {
            // Not readAllLines: a process that was killed may have cut a character in half.
            List<String> all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end, waits, and makes it end after 15 s. Nothing happens if it has ended. */
    @Override
    public void close() {
        close(GRACE);
    }

    /** As {@link #close()}, with another patience. */
    void close(Duration grace) {
        process.destroy();
        if (!endsWithin(grace)) {
            kill();
        }
    }

    /** Ends it at once (SIGKILL), and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        if (!endsWithin(GRACE)) {
            throw new ControlPlaneException(name + " (" + process.pid() + ") survives being killed");
        }
    }

    private boolean endsWithin(Duration duration) {
        boolean interrupted = false;
        long end = System.nanoTime() + duration.toNanos();
        try {
            // An interrupted test must not leave processes behind, so the wait goes on and the interrupt is passed on
            // after it.
            while (true) {
                try {
                    return process.waitFor(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
