package dev.headgate.pressure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the small text files in which the kernel states numbers. */
final class KernelFiles {
    /** Far above what {@code /proc/stat} of the largest machine has before its interrupt counters. */
    private static final int MAX_BYTES = 1 << 20;

    private KernelFiles() {}

    /** What a file says, or why it says nothing. */
    sealed interface Text {
        record Read(String text) implements Text {}

        record Absent() implements Text {}

        record Unreadable() implements Text {}
    }

    static Text read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new Text.Read(new String(in.readNBytes(MAX_BYTES), StandardCharsets.US_ASCII));
        } catch (NoSuchFileException _) {
            return new Text.Absent();
        } catch (IOException _) {
            // PSI that is compiled in but switched off answers reads with EOPNOTSUPP.
            return Files.exists(file) ? new Text.Unreadable() : new Text.Absent();
        }
    }
}
