package dev.headgate.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The file operations of a journal, in one directory and no more than it needs, so that tests can stand a disk in its place
 * that loses, tears and reorders what was not synced.
 */
public interface Disk {

    /** The names of the files in the directory, sorted. */
    List<String> list() throws IOException;

    /** The bytes of a file. */
    byte[] read(String name) throws IOException;

    /**
     * Makes a file of zeros, which is there after a crash only when {@link #syncDirectory} followed.
     *
     * @param size in bytes
     * @throws IOException if it exists, or there is no room for it
     */
    Handle create(String name, int size) throws IOException;

    /** Removes a file. */
    void delete(String name) throws IOException;

    /** Puts what was created and deleted on stable storage. */
    void syncDirectory() throws IOException;

    /** One file that is written. */
    interface Handle extends AutoCloseable {
        /** Writes all of the bytes at a place in the file. */
        void write(long position, ByteBuffer bytes) throws IOException;

        /** Puts what was written on stable storage. A failure says nothing about which of it is. */
        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }
}
