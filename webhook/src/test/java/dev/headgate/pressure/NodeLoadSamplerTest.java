package dev.headgate.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.policy.LoadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeLoadSamplerTest {
    private static final String ONE_GIB = "1073741824";

    @TempDir
    Path root;

    private final LoadState state = new LoadState();
    private final AtomicLong bootNanos = new AtomicLong(1_000_000_000L);
    private @Nullable NodeLoadSampler sampler;

    @BeforeEach
    void aQuietMachine() throws IOException {
        stat(1000, 1000);
        memory(1000, 600);
    }

    @AfterEach
    void close() {
        if (sampler != null) {
            sampler.close();
        }
    }

    @Test
    void oneReadingAloneSaysNothingOfCpu() {
        sample(null);

        assertThat(state.current()).isEqualTo(new NodeLoad.Unavailable());
    }

    @Test
    void cpuIsTheBusyShareOfTheTimeBetweenReadings() throws IOException {
        sample(null);
        stat(1030, 1070);
        sample(null);

        assertThat(state.current()).isEqualTo(observed(300, 400));
    }

    @Test
    void cpuIsMeasuredOverTheWindowAndNotOverItsLastSecond() throws IOException {
        for (int second = 0; second <= 4; second++) {
            stat(1000, 1000 + second * 100);
            sample(null);
        }
        stat(1100, 1400);
        sample(null);

        assertThat(cpu()).isEqualTo(200);
    }

    @Test
    void whatLiesBeforeTheWindowIsForgotten() throws IOException {
        for (int second = 0; second <= 4; second++) {
            stat(1000, 1000 + second * 100);
            sample(null);
        }
        for (int second = 1; second <= 6; second++) {
            stat(1000 + second * 100, 1400);
            sample(null);
        }

        assertThat(cpu()).isEqualTo(1000);
    }

    @Test
    void timeThatTheHypervisorTakesIsBusyAndGuestTimeIsNotCountedTwice() throws IOException {
        write("proc/stat", "cpu  100 0 0 100 0 0 0 0 50 0\n");
        sample(null);
        write("proc/stat", "cpu  100 0 0 150 0 0 0 50 90 0\ncpu0 1\n");
        sample(null);

        assertThat(cpu()).isEqualTo(500);
    }

    @Test
    void waitingForDisksIsIdle() throws IOException {
        write("proc/stat", "cpu  100 0 0 100 100 0 0 0 0 0\n");
        sample(null);
        write("proc/stat", "cpu  110 0 0 100 190 0 0 0 0 0\n");
        sample(null);

        assertThat(cpu()).isEqualTo(100);
    }

    @Test
    void anIdleCounterThatFallsALittleIsNoReset() throws IOException {
        sample(null);
        write("proc/stat", "cpu  1100 0 0 990 0 0 0 0 0 0\n");
        sample(null);

        assertThat(cpu()).isEqualTo(1000);
    }

    @Test
    void countersThatDoNotAdvanceAreInvalid() {
        sample(null);
        sample(null);

        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void countersThatStartAnewAreInvalidUntilTheyHaveAdvanced() throws IOException {
        sample(null);
        stat(1, 1);
        sample(null);
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());

        sample(null);
        stat(2, 2);
        sample(null);
        assertThat(cpu()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cpu\n",
                "cpu0 1 2 3 4\n",
                "cpu  1 2 x 4 5 6 7 8\n",
                "cpu  1 2 -3 4 5 6 7 8\n",
                "cpu  99999999999999999999 0 0 0\n",
                "cpu  9223372036854775807 9223372036854775807 0 0\n",
                "\0\0\0"
            })
    void garbageInStatIsInvalid(String garbage) throws IOException {
        sample(null);
        write("proc/stat", garbage);
        sample(null);

        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MemTotal: 1000 kB\n",
                "MemTotal: 0 kB\nMemAvailable: 0 kB\n",
                "MemTotal: 10 kB\nMemAvailable: 11 kB\n",
                "MemTotal: many kB\nMemAvailable: 1 kB\n"
            })
    void garbageInMeminfoIsInvalid(String garbage) throws IOException {
        sample(null);
        stat(1010, 1010);
        write("proc/meminfo", garbage);
        sample(null);

        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void withoutProcLoadIsUnavailable() throws IOException {
        sample(null);
        stat(1010, 1010);
        sample(null);
        Files.delete(root.resolve("proc/stat"));
        sample(null);

        assertThat(state.current()).isEqualTo(new NodeLoad.Unavailable());
    }

    @Test
    void aMachineThatStallsForMemoryIsUnderPressureWhateverIsAvailable() throws IOException {
        write(
                "proc/pressure/memory",
                "some avg10=99.00 avg60=0.00 avg300=0.00 total=1\nfull avg10=87.65 avg60=0.00 avg300=0.00 total=1\n");

        assertThat(twoSamples(null)).isEqualTo(observed(500, 877));
    }

    @Test
    void tasksThatShareACpuDoNotCountAsFullPressure() throws IOException {
        write("proc/pressure/memory", "some avg10=99.00 avg60=0.00 avg300=0.00 total=1\n");

        assertThat(twoSamples(null)).isEqualTo(observed(500, 400));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "full",
                "full avg10=1 total=1",
                "full avg10=101.00 total=1",
                "full avg10=-1.00 total=1",
                "hello"
            })
    void garbageInPressureIsInvalid(String garbage) throws IOException {
        write("proc/pressure/memory", garbage);

        assertThat(twoSamples(null)).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void theLimitOfAGroupOfVersion2CountsItsWorkingSet() throws IOException {
        write("sys/fs/cgroup/work/memory.max", ONE_GIB);
        write("sys/fs/cgroup/work/memory.current", "1063004405");
        write("sys/fs/cgroup/work/memory.stat", "anon 1\ninactive_file 204010946\nactive_file 3\n");

        assertThat(twoSamples("/work")).isEqualTo(observed(500, 800));
    }

    @Test
    void aGroupOfVersion2WithoutALimitLimitsNothing() throws IOException {
        write("sys/fs/cgroup/work/memory.max", "max\n");
        write("sys/fs/cgroup/work/memory.current", "1063004405");
        write("sys/fs/cgroup/work/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 1\n");

        assertThat(twoSamples("work")).isEqualTo(observed(500, 400));
    }

    @Test
    void theLimitOfAnAncestorBindsToo() throws IOException {
        write("sys/fs/cgroup/pods/memory.max", "1000");
        write("sys/fs/cgroup/pods/memory.current", "950");
        write("sys/fs/cgroup/pods/burst/memory.max", "max");
        write("sys/fs/cgroup/pods/burst/memory.current", "10");

        assertThat(twoSamples("/pods/burst")).isEqualTo(observed(500, 950));
    }

    @Test
    void aCpuQuotaOfVersion2CountsWhatItAllows() throws IOException {
        write("sys/fs/cgroup/work/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 1000000\nuser_usec 1\n");
        sample("/work");
        stat(1010, 1090);
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 1450000\nuser_usec 1\n");
        sample("/work");

        assertThat(state.current()).isEqualTo(observed(900, 400));
    }

    @Test
    void groupsOfVersion1AreReadWhereTheirControllersAre() throws IOException {
        write("sys/fs/cgroup/memory/work/memory.limit_in_bytes", "1000");
        write("sys/fs/cgroup/memory/work/memory.usage_in_bytes", "900");
        write("sys/fs/cgroup/memory/work/memory.stat", "inactive_file 1\ntotal_inactive_file 200\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "9000000000");
        write("sys/fs/cgroup/cpu/work/cpu.cfs_quota_us", "200000");
        write("sys/fs/cgroup/cpu/work/cpu.cfs_period_us", "100000");
        write("sys/fs/cgroup/cpuacct/work/cpuacct.usage", "5");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
        sample("/work");
        stat(1010, 1090);
        write("sys/fs/cgroup/cpuacct/work/cpuacct.usage", "1200000005");
        sample("/work");

        assertThat(state.current()).isEqualTo(observed(600, 700));
    }

    @Test
    void whereBothVersionsAreMountedTheTightestLimitBinds() throws IOException {
        write("sys/fs/cgroup/memory/work/memory.limit_in_bytes", "1000");
        write("sys/fs/cgroup/memory/work/memory.usage_in_bytes", "700");
        write("sys/fs/cgroup/work/cpu.pressure", "some avg10=50.00 total=1\nfull avg10=65.00 total=1\n");

        assertThat(twoSamples("/work")).isEqualTo(observed(650, 700));
    }

    @Test
    void aGroupWhoseCpuTimeGoesBackIsInvalid() throws IOException {
        write("sys/fs/cgroup/work/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 1000000\n");
        sample("/work");
        stat(1010, 1090);
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 10\n");
        sample("/work");

        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 100000", "-1 100000", "1", "9223372036854775807 1", "x y"})
    void aGarbledQuotaIsInvalid(String quota) throws IOException {
        write("sys/fs/cgroup/work/cpu.max", quota);
        write("sys/fs/cgroup/work/cpu.stat", "usage_usec 1000000\n");

        assertThat(twoSamples("/work")).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void nothingIsPublishedWhereAnAgentReports() throws IOException {
        state.follow(LoadSource.REPORTED);

        assertThat(twoSamples(null)).isEqualTo(new NodeLoad.Unavailable());
    }

    @Test
    void sharesOfTheLargestNumbersDoNotOverflow() throws Malformed {
        assertThat(KernelNumbers.perMille(Long.MAX_VALUE / 2, Long.MAX_VALUE)).isEqualTo(500);
        assertThat(KernelNumbers.perMille(1, Long.MAX_VALUE)).isLessThanOrEqualTo(1);
        assertThat(KernelNumbers.perMille(1, 3)).isEqualTo(334);
    }

    private NodeLoad twoSamples(@Nullable String group) throws IOException {
        sample(group);
        stat(1050, 1050);
        sample(group);
        return state.current();
    }

    private void sample(@Nullable String group) {
        if (sampler == null) {
            sampler = new NodeLoadSampler(root, group, state, bootNanos::get);
        }
        bootNanos.addAndGet(1_000_000_000L);
        sampler.sample();
    }

    private NodeLoad observed(int cpuPerMille, int memoryPerMille) {
        return new NodeLoad.Observed(bootNanos.get(), cpuPerMille, memoryPerMille, java.util.Map.of());
    }

    private int cpu() {
        return ((NodeLoad.Observed) state.current()).cpuPerMille();
    }

    private void stat(long busy, long idle) throws IOException {
        write("proc/stat", "cpu  " + busy + " 0 0 " + idle + " 0 0 0 0 0 0\ncpu0 1 2 3\nintr 9\n");
    }

    private void memory(long total, long available) throws IOException {
        write("proc/meminfo", "MemTotal: " + total + " kB\nMemFree: 1 kB\nMemAvailable:  " + available + " kB\n");
    }

    private void write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
        Files.writeString(file, content);
    }
}
