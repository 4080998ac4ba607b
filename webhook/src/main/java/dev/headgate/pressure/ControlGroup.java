package dev.headgate.pressure;

import dev.headgate.pressure.KernelFiles.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One control group in which work runs, with its ancestors: each limit on the way to the root binds. Version 1, version 2 and
 * both at once are read; a file that is not there limits nothing, and one that is garbage is {@link Malformed}.
 */
final class ControlGroup {
    /** Version 1 writes "no limit" as the largest multiple of a page; anything from here on is none. */
    private static final long UNLIMITED_BYTES = Long.MAX_VALUE / 2;

    private final Path mount;
    private final List<Path> chain;

    /**
     * @param mount where control groups are mounted, {@code /sys/fs/cgroup}
     * @param group path of the group below it, with or without a leading slash; empty for the root
     */
    ControlGroup(Path mount, String group) {
        this.mount = mount;
        this.chain = chain(Path.of("/").resolve(group).normalize());
    }

    private static List<Path> chain(Path group) {
        List<Path> chain = new ArrayList<>();
        Path relative = Path.of("/").relativize(group);
        for (Path at = relative; at != null && !at.toString().isEmpty(); at = at.getParent()) {
            chain.add(at);
        }
        chain.add(Path.of(""));
        return List.copyOf(chain);
    }

    /** Used memory against the limit, the tightest on the way to the root, in per mille; empty where there is no limit. */
    OptionalInt memoryPerMille() throws Malformed {
        int highest = -1;
        for (Path group : chain) {
            highest = Math.max(
                    highest, memoryPerMille(mount.resolve(group), "memory.max", "memory.current", "inactive_file"));
            highest = Math.max(
                    highest,
                    memoryPerMille(
                            mount.resolve("memory").resolve(group),
                            "memory.limit_in_bytes",
                            "memory.usage_in_bytes",
                            "total_inactive_file"));
        }
        return highest < 0 ? OptionalInt.empty() : OptionalInt.of(highest);
    }

    /** The share, or -1 where this group sets no limit. */
    private static int memoryPerMille(Path group, String limitFile, String usageFile, String reclaimable)
            throws Malformed {
        String limitText = text(group.resolve(limitFile));
        String usageText = text(group.resolve(usageFile));
        if (limitText == null || usageText == null || limitText.strip().equals("max")) {
            return -1;
        }
        long limit = KernelNumbers.of(limitText);
        if (limit >= UNLIMITED_BYTES) {
            return -1;
        }
        String stat = text(group.resolve("memory.stat"));
        Long cache = stat == null ? null : KernelNumbers.keyed(stat, reclaimable);
        // As the kubelet counts it: file cache that nobody has used lately goes before anything is refused.
        long used = Math.max(0, KernelNumbers.of(usageText) - (cache == null ? 0 : cache));
        return KernelNumbers.perMille(used, Math.max(1, limit));
    }

    /** CPU time that the groups with a quota have used so far, each with its quota; empty where there is none. */
    List<CpuQuota> cpuQuotas() throws Malformed {
        List<CpuQuota> quotas = new ArrayList<>();
        for (Path group : chain) {
            addVersion2(quotas, mount.resolve(group));
            addVersion1(
                    quotas,
                    mount.resolve("cpu").resolve(group),
                    mount.resolve("cpuacct").resolve(group));
        }
        return quotas;
    }

    private static void addVersion2(List<CpuQuota> quotas, Path group) throws Malformed {
        String max = text(group.resolve("cpu.max"));
        String stat = text(group.resolve("cpu.stat"));
        if (max == null || stat == null) {
            return;
        }
        String[] words = max.strip().split("\\s+", -1);
        if (words.length != 2) {
            throw new Malformed("cpu.max without quota and period");
        }
        Long usedMicros = KernelNumbers.keyed(stat, "usage_usec");
        if (!words[0].equals("max") && usedMicros != null) {
            quotas.add(CpuQuota.of(
                    group.toString(), usedMicros, 1000, KernelNumbers.of(words[0]), KernelNumbers.of(words[1])));
        }
    }

    private static void addVersion1(List<CpuQuota> quotas, Path cpu, Path accounting) throws Malformed {
        String quota = text(cpu.resolve("cpu.cfs_quota_us"));
        String period = text(cpu.resolve("cpu.cfs_period_us"));
        String used = text(accounting.resolve("cpuacct.usage"));
        if (quota == null || period == null || used == null || quota.strip().equals("-1")) {
            return;
        }
        quotas.add(CpuQuota.of(
                cpu.toString(), KernelNumbers.of(used), 1, KernelNumbers.of(quota), KernelNumbers.of(period)));
    }

    /** Share of the last ten seconds in which nothing in the group could run for want of CPU or memory; 0 without PSI. */
    int stalledPerMille(String resource) throws Malformed {
        String pressure = text(mount.resolve(chain.getFirst()).resolve(resource + ".pressure"));
        return pressure == null ? 0 : PressureStall.fullPerMille(pressure);
    }

    private static @Nullable String text(Path file) {
        return KernelFiles.read(file) instanceof Text.Read(var text) ? text : null;
    }

    /**
     * What a group has used of CPU, and may use.
     *
     * @param group which
     * @param usedNanos since its creation
     * @param quotaMicros allowed in each period
     * @param periodMicros length of a period
     */
    record CpuQuota(String group, long usedNanos, long quotaMicros, long periodMicros) {
        static CpuQuota of(String group, long used, long nanosEach, long quotaMicros, long periodMicros)
                throws Malformed {
            if (quotaMicros <= 0 || periodMicros <= 0 || used > Long.MAX_VALUE / nanosEach) {
                throw new Malformed("a CPU quota out of range");
            }
            return new CpuQuota(group, used * nanosEach, quotaMicros, periodMicros);
        }

        /** Used share of what was allowed since an earlier reading, in per mille. */
        int perMilleSince(CpuQuota earlier, long passedNanos) throws Malformed {
            long used = usedNanos - earlier.usedNanos;
            if (used < 0 || passedNanos <= 0) {
                throw new Malformed("CPU time of a group that goes back");
            }
            // allowed = passed × quota / period, in microseconds so that no product of sane numbers overflows.
            try {
                long allowedMicros = Math.multiplyExact(passedNanos / 1000, quotaMicros) / periodMicros;
                return KernelNumbers.perMille(used / 1000, Math.max(1, allowedMicros));
            } catch (ArithmeticException _) {
                throw new Malformed("a CPU quota out of range");
            }
        }
    }
}
