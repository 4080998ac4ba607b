package dev.headgate.authority;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemClockTest {
    private final SystemClock clock = new SystemClock();

    @Test
    void theBootClockIsThatOfTheKernelWhichCountsSuspension() throws IOException {
        // The kernel prints its boot-time clock in hundredths of a second, cut off.
        long before = uptimeCentis();
        long centis = clock.bootNanos() / 10_000_000L;
        long after = uptimeCentis();

        assertThat(centis).isBetween(before, after);
    }

    @Test
    void noClockButTheWallClockFalls() {
        long boot = clock.bootNanos();
        long monotonic = clock.monotonicNanos();
        for (int n = 0; n < 10_000; n++) {
            long nextBoot = clock.bootNanos();
            long nextMonotonic = clock.monotonicNanos();
            assertThat(nextBoot).isGreaterThanOrEqualTo(boot);
            assertThat(nextMonotonic - monotonic).isNotNegative();
            boot = nextBoot;
            monotonic = nextMonotonic;
        }
    }

    private static long uptimeCentis() throws IOException {
        String first = Files.readString(Path.of("/proc/uptime")).split(" ", -1)[0];
        return Long.parseLong(first.replace(".", ""));
    }
}
