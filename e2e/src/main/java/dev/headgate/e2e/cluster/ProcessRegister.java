package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A file that names processes which outlive whoever started them: identifier, time of start, name, one a line. The time of start
 * tells a process from a later one that was given its identifier.
 */
record ProcessRegister(Path file) {
    private static final Duration GRACE = Duration.ofSeconds(15);

    private record Entry(long pid, String startTicks, String name) {
        static Entry parse(String line) {
            String[] words = line.split(" ", 3);
            return new Entry(Long.parseLong(words[0]), words[1], words[2]);
        }

        Optional<ProcessHandle> handle() {
            return ProcessHandle.of(pid)
                    .filter(process -> startTicksOf(process.pid()).equals(Optional.of(startTicks)));
        }
    }

    void add(long pid, String name) {
        String line = "%d %s %s\n".formatted(pid, startTicksOf(pid).orElse("ended"), name);
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of those that still run. */
    List<String> running() {
        return entries().stream()
                .filter(entry -> entry.handle().isPresent())
                .map(Entry::name)
                .toList();
    }

    /** Ends them, the last one first, waits for each, and returns the names of those it ended. */
    List<String> endAll() {
        List<String> ended = new ArrayList<>();
        for (Entry entry : entries().reversed()) {
            entry.handle().ifPresent(process -> {
                end(process);
                ended.add(entry.name());
            });
        }
        return ended;
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            process.destroyForcibly();
        } catch (ExecutionException e) {
            throw new AssertionError("waiting for a process cannot fail", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while ending process " + process.pid(), e);
        }
    }

    private List<Entry> entries() {
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().map(Entry::parse).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Clock ticks from boot to the start of a process: field 22 of its stat, counted after the name, which may hold blanks. */
    private static Optional<String> startTicksOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
