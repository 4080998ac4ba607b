package dev.headgate.node;

import dev.headgate.state.StateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory that makes a process the one endpoint of its node: an exclusive lock, and the boot epoch
 * (design pages 2, "Ledger", and 14, "Order, disclosure, journal").
 *
 * <p>The lock is taken before anything listens and held until the process ends. There is one channel on the lock file for the
 * life of the process, because closing any other one would drop the lock without a word.
 */
public final class StateDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateDirectory.class);
    private static final String LOCK = "lock";
    private static final String EPOCH = "epoch";
    private static final int MAX_EPOCH_BYTES = 32;
    private static final Duration RETRY = Duration.ofMillis(200);

    private final Path directory;
    private final FileChannel lockChannel;

    private StateDirectory(Path directory, FileChannel lockChannel) {
        this.directory = directory;
        this.lockChannel = lockChannel;
    }

    /**
     * Makes the directory where it is missing, readable by its owner alone, and takes the lock; waits while another process
     * holds it, and says so once.
     *
     * @throws IOException if the directory cannot be made or written
     * @throws InterruptedException if the wait is interrupted
     */
    public static StateDirectory acquire(Path directory) throws IOException, InterruptedException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean said = false;
        while (!tryLock(channel)) {
            if (!said) {
                LOG.warn(
                        "another process is the endpoint of this node (it holds {}); waiting for it to end",
                        directory.resolve(LOCK));
                said = true;
            }
            Thread.sleep(RETRY);
        }
        return new StateDirectory(directory, channel);
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /** The directory. */
    public Path path() {
        return directory;
    }

    /**
     * Counts this start of the process: one more than the last, on stable storage before it is returned. Fencing tokens are
     * made of it, so it never falls.
     *
     * @param atLeast what else is known to have been used asks for no less
     * @throws IOException if it cannot be read or stored; a file that holds no number is never taken for a first start
     */
    public long nextBootEpoch(long atLeast) throws IOException {
        Path file = directory.resolve(EPOCH);
        long epoch = Math.max(atLeast, Math.addExact(lastBootEpoch(file), 1));
        new StateFile(file, MAX_EPOCH_BYTES).write((epoch + "\n").getBytes(StandardCharsets.US_ASCII));
        return epoch;
    }

    /** Puts what was created and removed in the directory on stable storage. */
    void sync() throws IOException {
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Whether this directory has seen a start before. */
    public boolean knowsEarlierStart() throws IOException {
        return lastBootEpoch(directory.resolve(EPOCH)) > 0;
    }

    private static long lastBootEpoch(Path file) throws IOException {
        @Nullable String text = readIfPresent(file);
        if (text == null) {
            return 0;
        }
        try {
            long epoch = Long.parseLong(text.strip());
            // Tokens are epoch·2^40 + n, so an epoch has 23 bits.
            if (epoch < 0 || epoch >= 1L << 23) {
                throw new IOException(file + " holds a boot epoch out of range");
            }
            return epoch;
        } catch (NumberFormatException _) {
            throw new IOException(
                    file + " is damaged: it must hold the number of the last start. Put a number there that"
                            + " is at least the bootEpoch that this node last reported");
        }
    }

    private static @Nullable String readIfPresent(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.US_ASCII);
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
