package dev.headgate.e2e.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A virtual machine that starts a process, prints its identifier, and waits to be killed. */
final class LeashHolder {
    private LeashHolder() {}

    public static void main(String[] arguments) throws InterruptedException {
        var process = ServerProcess.start(
                "sleeper",
                List.of("sleep", "600"),
                Map.of(),
                Path.of(arguments[1]),
                arguments[0].equals("leashed")
                        ? new Lifetime.Leashed()
                        : Lifetime.Detached.in(Path.of(arguments[1]).resolveSibling(".")));
        System.out.println(process.pid());
        Thread.sleep(Duration.ofMinutes(10));
    }
}
