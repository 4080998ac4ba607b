package dev.headgate.e2e.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel accounts to a process. */
final class ProcessFigures {
    /** Linux reports CPU time to user space in hundredths of a second on every architecture that Headgate runs on. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private ProcessFigures() {}

    /** CPU time of all threads of a process so far, in nanoseconds, in steps of 10 ms. */
    static long cpuNanos(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * NANOS_PER_TICK;
    }

    /** Resident memory of a process in bytes. */
    static long residentBytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("process " + pid + " reports no resident memory");
    }
}
