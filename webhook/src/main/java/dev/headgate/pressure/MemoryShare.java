package dev.headgate.pressure;

/** Memory of the whole machine, out of {@code /proc/meminfo}. */
final class MemoryShare {
    private MemoryShare() {}

    /** The share that a new program could not get without swapping, as the kernel estimates it, in per mille. */
    static int parse(String meminfo) throws Malformed {
        Long total = KernelNumbers.keyed(meminfo, "MemTotal");
        Long available = KernelNumbers.keyed(meminfo, "MemAvailable");
        if (total == null || available == null || available > total) {
            throw new Malformed("no MemTotal with a MemAvailable within it");
        }
        return KernelNumbers.perMille(total - available, total);
    }
}
