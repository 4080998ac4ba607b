package dev.headgate.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;

/**
 * One small file in the state directory. A reader, and a restart after a crash at any moment, sees a whole old content or a
 * whole new one: the bytes go to a temporary file, are synced, take the name in one rename, and the directory is synced.
 *
 * <p>One writer at a time; the node's lock on its state directory sees to that across processes.
 */
public final class StateFile {
    private final Path path;
    private final int maxBytes;

    /**
     * @param path where; its directory must exist at the first write
     * @param maxBytes the largest content, in bytes; more is never written, and never read into memory
     */
    public StateFile(Path path, int maxBytes) {
        this.path = path;
        this.maxBytes = maxBytes;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * The content, or empty where there is no such file.
     *
     * @throws IOException if it cannot be read, is not a regular file, or is larger than allowed
     */
    public Optional<byte[]> read() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path)) {
            throw new IOException(path.getFileName() + " is not a regular file");
        }
        try (var in = Files.newInputStream(path)) {
            byte[] content = in.readNBytes(maxBytes + 1);
            if (content.length > maxBytes) {
                throw new IOException(path.getFileName() + " is larger than " + maxBytes + " bytes");
            }
            return Optional.of(content);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /**
     * Replaces the content; when this returns it is on stable storage.
     *
     * @throws IOException if it cannot be written; the old content then stands
     */
    public void write(byte[] content) throws IOException {
        if (content.length > maxBytes) {
            throw new IOException(path.getFileName() + " would be larger than " + maxBytes + " bytes");
        }
        Path directory = Objects.requireNonNull(path.toAbsolutePath().getParent(), "a file is in a directory");
        Path temporary = directory.resolve("." + path.getFileName() + ".new");
        try (var channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
