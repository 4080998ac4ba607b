package dev.headgate.pressure;

import dev.headgate.admission.NodeLoad;
import dev.headgate.policy.LoadSource;
import dev.headgate.pressure.KernelFiles.Text;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the load of the node out of {@code /proc}, control groups and PSI, once a second in a thread of its own
 * ({@code docs/node-load.md} defines the two numbers). CPU is an average over the last {@link #WINDOW} samples; the first
 * observation is there 100 ms after the start.
 */
public final class NodeLoadSampler implements AutoCloseable {
    /** CPU is measured from the sample that is so many before. */
    static final int WINDOW = 5;

    private static final long FIRST_MILLIS = 100;
    private static final long EVERY_MILLIS = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(NodeLoadSampler.class);

    private final Path root;
    private final @Nullable ControlGroup group;
    private final LoadState state;
    private final LongSupplier bootNanos;
    private final Deque<Reading> window = new ArrayDeque<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headgate-load").factory());
    private @Nullable String lastTrouble;

    /**
     * A sampler of the whole node, or of the part of it that a control group allows.
     *
     * @param root {@code /}, or a tree that looks like it
     * @param workGroup the control group in which work runs, such as {@code /kubepods}; null where work may use the whole node
     * @param bootNanos boot-time clock
     */
    public NodeLoadSampler(Path root, @Nullable String workGroup, LoadState state, LongSupplier bootNanos) {
        this.root = root;
        this.group = workGroup == null ? null : new ControlGroup(root.resolve("sys/fs/cgroup"), workGroup);
        this.state = state;
        this.bootNanos = bootNanos;
    }

    /** Begins to sample. */
    public void start() {
        var _ = thread.schedule(this::sample, 0, TimeUnit.MILLISECONDS);
        var _ = thread.scheduleAtFixedRate(this::sample, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** Takes one sample and publishes what it and those before it say. */
    void sample() {
        if (state.source() != LoadSource.NODE) {
            // Nobody listens; after a change back the window starts anew.
            window.clear();
            return;
        }
        NodeLoad load;
        try {
            load = observe();
            trouble(window.isEmpty() ? "/proc/stat or /proc/meminfo cannot be read" : null);
        } catch (Malformed malformed) {
            window.clear();
            load = new NodeLoad.Invalid();
            trouble(malformed.getMessage());
        } catch (RuntimeException failure) {
            // An exception would end the schedule, and the last good observation would only grow old.
            window.clear();
            load = new NodeLoad.Unavailable();
            trouble(failure.toString());
        }
        state.publish(LoadSource.NODE, load);
    }

    private NodeLoad observe() throws Malformed {
        if (!(KernelFiles.read(root.resolve("proc/stat")) instanceof Text.Read(var stat))
                || !(KernelFiles.read(root.resolve("proc/meminfo")) instanceof Text.Read(var meminfo))) {
            window.clear();
            return new NodeLoad.Unavailable();
        }
        long now = bootNanos.getAsLong();
        Reading reading = new Reading(now, CpuTimes.parse(stat), group == null ? Map.of() : byGroup(group.cpuQuotas()));
        int memory = memoryPerMille(meminfo);
        Reading earlier = window.peekFirst();
        if (earlier == null) {
            window.addLast(reading);
            return new NodeLoad.Unavailable();
        }
        int cpu = cpuPerMille(reading, earlier);
        window.addLast(reading);
        if (window.size() > WINDOW) {
            window.removeFirst();
        }
        return new NodeLoad.Observed(now, cpu, memory, Map.of());
    }

    private int memoryPerMille(String meminfo) throws Malformed {
        int memory = MemoryShare.parse(meminfo);
        if (KernelFiles.read(root.resolve("proc/pressure/memory")) instanceof Text.Read(var pressure)) {
            memory = Math.max(memory, PressureStall.fullPerMille(pressure));
        }
        if (group != null) {
            memory = Math.max(memory, group.memoryPerMille().orElse(0));
            memory = Math.max(memory, group.stalledPerMille("memory"));
        }
        return memory;
    }

    private int cpuPerMille(Reading now, Reading earlier) throws Malformed {
        int cpu = now.cpu.busyPerMilleSince(earlier.cpu);
        for (var quota : now.quotas.entrySet()) {
            ControlGroup.CpuQuota before = earlier.quotas.get(quota.getKey());
            if (before != null) {
                cpu = Math.max(cpu, quota.getValue().perMilleSince(before, now.bootNanos - earlier.bootNanos));
            }
        }
        return group == null ? cpu : Math.max(cpu, group.stalledPerMille("cpu"));
    }

    private static Map<String, ControlGroup.CpuQuota> byGroup(List<ControlGroup.CpuQuota> quotas) {
        Map<String, ControlGroup.CpuQuota> byGroup = new HashMap<>();
        quotas.forEach(quota -> byGroup.put(quota.group(), quota));
        return byGroup;
    }

    /** Says what is wrong when it begins, and when it ends; not every second. */
    private void trouble(@Nullable String what) {
        if (what != null && !what.equals(lastTrouble)) {
            LOG.warn("Node load cannot be sampled, and admission is refused: {}", what);
        } else if (what == null && lastTrouble != null) {
            LOG.info("Node load is sampled again");
        }
        lastTrouble = what;
    }

    private record Reading(long bootNanos, CpuTimes cpu, Map<String, ControlGroup.CpuQuota> quotas) {}
}
