package dev.headgate.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The name that the kernel gives to its own boot. Readings of the boot-time clock compare only within one. */
final class KernelBoot {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private KernelBoot() {}

    /**
     * Half of the random id of this boot: enough to tell any two apart.
     *
     * @throws IOException if the kernel does not tell
     */
    static long current() throws IOException {
        try {
            return UUID.fromString(Files.readString(BOOT_ID).strip()).getMostSignificantBits();
        } catch (IllegalArgumentException e) {
            throw new IOException(BOOT_ID + " holds no id", e);
        }
    }
}
