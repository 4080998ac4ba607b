package dev.headgate.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessIT {
    @TempDir
    Path folder;

    @Test
    void aLeashedProcessEndsWhenItsVirtualMachineIsKilled() throws Exception {
        Process holder = hold("leashed");
        var sleeper = sleeperOf(holder);

        holder.destroyForcibly().waitFor();

        await().atMost(Duration.ofSeconds(60)).until(() -> !sleeper.isAlive());
    }

    @Test
    void aDetachedProcessOutlivesItsVirtualMachineAndIsEndedByTheRegister() throws Exception {
        Process holder = hold("detached");
        var sleeper = sleeperOf(holder);

        holder.destroyForcibly().waitFor();

        assertThat(sleeper.isAlive()).isTrue();
        assertThat(new ProcessRegister(folder.resolve("processes")).endAll()).containsExactly("sleeper");
        assertThat(sleeper.isAlive()).isFalse();
    }

    @Test
    void aProcessThatWasGivenARegisteredIdentifierLaterIsLeftAlone() throws IOException {
        var process = start("sleep 600");
        var register = new ProcessRegister(folder.resolve("processes"));
        Files.writeString(register.file(), process.pid() + " 1 sleeper\n");

        List<String> ended = register.endAll();

        assertThat(ended).isEmpty();
        assertThat(process.isAlive()).isTrue();
        process.close();
    }

    @Test
    void aProcessThatIgnoresBeingAskedIsKilled() {
        var process = start("trap '' TERM; echo started; while :; do sleep 0.1; done");
        await().atMost(Duration.ofSeconds(30)).until(() -> process.logTail(1).equals("started"));

        process.close(Duration.ofMillis(200));

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void theIdentifierIsTheProgramsOwnAndItsOutputIsKept() {
        var process = start("echo $$");

        await().atMost(Duration.ofSeconds(30)).until(() -> !process.isAlive());

        assertThat(process.logTail(1)).isEqualTo(Long.toString(process.pid()));
    }

    private ServerProcess start(String script) {
        return ServerProcess.start(
                "script", List.of("sh", "-c", script), Map.of(), folder.resolve("log"), new Lifetime.Leashed());
    }

    private Process hold(String lifetime) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeashHolder.class.getName(),
                        lifetime,
                        folder.resolve("log").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static ProcessHandle sleeperOf(Process holder) throws IOException {
        return ProcessHandle.of(Long.parseLong(holder.inputReader().readLine())).orElseThrow();
    }
}
