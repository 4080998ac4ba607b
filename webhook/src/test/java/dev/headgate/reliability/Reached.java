package dev.headgate.reliability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A test says what it reached; {@link ReliabilityTable} prints it beside the goal. */
public final class Reached {
    static final String FOLDER = "reliability";

    private Reached() {}

    /**
     * Notes what was reached.
     *
     * @param row of the table, in letters and dashes
     * @param what in a few words
     * @param test that reached it
     */
    public static void note(String row, String what, Class<?> test) {
        try {
            Path folder = Files.createDirectories(Path.of("target", FOLDER));
            Files.writeString(folder.resolve(row + ".txt"), what + "\n" + test.getSimpleName() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
