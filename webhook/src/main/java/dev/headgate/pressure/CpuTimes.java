package dev.headgate.pressure;

/**
 * CPU time of the whole machine since its start, out of the first line of {@code /proc/stat}, in clock ticks.
 *
 * @param idle time in which no CPU had anything to run, waiting for I/O included
 * @param total all time; time that the hypervisor took counts as busy, for it is not to be had here
 */
record CpuTimes(long idle, long total) {
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    /** user, nice, system, idle, iowait, irq, softirq, steal; guest time is in user and nice already. */
    private static final int COUNTED = 8;

    static CpuTimes parse(String stat) throws Malformed {
        int end = stat.indexOf('\n');
        String line = end < 0 ? stat : stat.substring(0, end);
        String[] words = line.strip().split("\\s+", -1);
        if (words.length < 1 + IDLE + 1 || !words[0].equals("cpu")) {
            throw new Malformed("no line of all CPUs");
        }
        long idle = 0;
        long total = 0;
        try {
            for (int field = 0; field < COUNTED && field + 1 < words.length; field++) {
                long ticks = KernelNumbers.of(words[field + 1]);
                total = Math.addExact(total, ticks);
                if (field == IDLE || field == IO_WAIT) {
                    idle = Math.addExact(idle, ticks);
                }
            }
        } catch (ArithmeticException _) {
            throw new Malformed("CPU times that overflow");
        }
        return new CpuTimes(idle, total);
    }

    /** Busy share since an earlier reading, in per mille. */
    int busyPerMilleSince(CpuTimes earlier) throws Malformed {
        long passed = total - earlier.total;
        if (passed <= 0) {
            throw new Malformed("CPU times that do not advance");
        }
        // The kernel lets iowait fall a little now and then; that is no reset.
        long idlePassed = Math.clamp(idle - earlier.idle, 0, passed);
        return KernelNumbers.perMille(passed - idlePassed, passed);
    }
}
