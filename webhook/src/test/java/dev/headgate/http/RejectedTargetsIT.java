package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The regressions of the specification of admission, "Validation": in a process of its own, with a deadline, which is reaped whatever happens. */
class RejectedTargetsIT {
    private static final List<String> UNCHANGED =
            List.of("threads", "descriptors", "sockets", "children", "tenantCounters", "metricSeries");

    @TempDir
    Path directory;

    @Test
    void aThousandRejectedTargetsAndAHundredCompletedReservationsLeaveNothingBehind() throws Exception {
        Properties held = run(1_000, 100, 120);

        assertUnchanged(held);
        assertThat(held.getProperty("after.tenantCounters")).isEqualTo("0");
        assertThat(Integer.parseInt(held.getProperty("after.sockets"))).isPositive();
        assertThat(Integer.parseInt(held.getProperty("after.metricSeries"))).isPositive();
    }

    @Test
    @Tag("nightly")
    void admissionStateDoesNotGrowWithAHundredThousandRejectedTargets() throws Exception {
        Properties held = run(100_000, 100, 600);

        assertUnchanged(held);
        long growth = Long.parseLong(held.getProperty("after.heapBytes"))
                - Long.parseLong(held.getProperty("before.heapBytes"));
        assertThat(growth).isLessThan(5_000_000);
    }

    private static void assertUnchanged(Properties held) {
        assertThat(UNCHANGED)
                .allSatisfy(what -> assertThat(held.getProperty("after." + what))
                        .as(what)
                        .isNotNull()
                        .isEqualTo(held.getProperty("before." + what)));
    }

    private Properties run(int rejections, int reservations, int deadlineSeconds)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // One compiler thread and the serial collector: threads of the machine itself come and go
                        // otherwise.
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UseDynamicNumberOfCompilerThreads",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RejectedTargets.class.getName(),
                        Integer.toString(rejections),
                        Integer.toString(reservations))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(child.waitFor(deadlineSeconds, TimeUnit.SECONDS))
                    .as("the child ends before its deadline")
                    .isTrue();
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(child.exitValue()).as(Files.readString(output)).isZero();
        Properties held = new Properties();
        try (Reader reader = Files.newBufferedReader(output)) {
            held.load(reader);
        }
        return held;
    }
}
