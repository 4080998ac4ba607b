package dev.headgate.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the file system. */
public final class FileDisk implements Disk {
    private static final int ZEROS = 1 << 16;

    private final Path directory;

    private FileDisk(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes the directory where it is missing, readable by its owner alone.
     *
     * @throws IOException if it cannot be made
     */
    public static FileDisk in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path parent = directory.toAbsolutePath().getParent();
            if (parent != null) {
                syncDirectory(parent);
            }
        }
        return new FileDisk(directory);
    }

    /** A directory as it is; it need not be there until it is listed. */
    public static FileDisk existing(Path directory) {
        return new FileDisk(directory);
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public byte[] read(String name) throws IOException {
        return Files.readAllBytes(directory.resolve(name));
    }

    @Override
    public Handle create(String name, int size) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(name),
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            // Written out, so that a later write needs no room and a sync of it moves no metadata.
            ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
            for (int at = 0; at < size; at += ZEROS) {
                zeros.clear().limit(Math.min(ZEROS, size - at));
                writeAll(channel, at, zeros);
            }
            channel.force(true);
        } catch (IOException e) {
            try (channel) {
                Files.deleteIfExists(directory.resolve(name));
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        return new OpenFile(channel);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    @Override
    public void syncDirectory() throws IOException {
        syncDirectory(directory);
    }

    private static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void writeAll(FileChannel channel, long position, ByteBuffer bytes) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private record OpenFile(FileChannel channel) implements Handle {
        @Override
        public void write(long position, ByteBuffer bytes) throws IOException {
            writeAll(channel, position, bytes);
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
