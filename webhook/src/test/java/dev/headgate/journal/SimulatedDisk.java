package dev.headgate.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk that keeps only what was synced. What was not may be lost, torn or kept in any part when the power goes, sector by
 * sector; a sync that fails drops what it had, though it can still be read until then; files that were created or deleted
 * without a sync of the directory may come back or go. Each operation can be made to fail, or to be the last before the power
 * goes.
 */
public final class SimulatedDisk implements Disk {
    private static final int SECTOR = 512;

    private final RandomGenerator random;
    private final Map<String, File> files = new TreeMap<>();
    /** What the directory says after a loss of power: whether each file is there, by its newest synced entry. */
    private Map<String, File> syncedDirectory = new HashMap<>();

    private long operations;
    private long powerFailsAt = Long.MAX_VALUE;
    private @Nullable Fault fault;
    private long capacity = Long.MAX_VALUE;

    /** What an operation is asked for; null from a decision means that it works. */
    @FunctionalInterface
    public interface Fault {
        /** The failure of an operation, or null. */
        @Nullable IOException of(String operation, long number);
    }

    /** The power went during an operation. */
    public static final class PowerLost extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class File {
        private byte[] bytes;
        private byte[] synced;
        private final Map<Integer, Boolean> dirty = new LinkedHashMap<>();

        File(int size) {
            bytes = new byte[size];
            synced = new byte[size];
        }
    }

    public SimulatedDisk(RandomGenerator random) {
        this.random = random;
    }

    /** Lets the power go during the operation with this number, counted from 1 since the disk was made. */
    public void losePowerAt(long operation) {
        powerFailsAt = operation;
    }

    /** Decides which operations fail; null for none. */
    public void fail(@Nullable Fault which) {
        fault = which;
    }

    /** Room for all files together. */
    public void capacity(long bytes) {
        capacity = bytes;
    }

    /** How many operations there were. */
    public long operations() {
        return operations;
    }

    /**
     * The power goes and comes back: of each sector that was written and not synced the old or the new stays, and now and then
     * something of both.
     */
    public void losePower() {
        losePower((_, _) -> random.nextInt(3));
    }

    /** Decides about an unsynced sector: 0 keeps the old, 1 the new, 2 some of both. */
    @FunctionalInterface
    public interface Survival {
        int of(String name, int sector);
    }

    /** As {@link #losePower()}, with the choice in other hands. */
    public void losePower(Survival survival) {
        Map<String, File> kept = new TreeMap<>();
        Map<String, File> candidates = new TreeMap<>(syncedDirectory);
        for (Map.Entry<String, File> entry : files.entrySet()) {
            if (!candidates.containsKey(entry.getKey()) && random.nextBoolean()) {
                candidates.put(entry.getKey(), entry.getValue());
            }
        }
        candidates.forEach((name, file) -> {
            boolean deleted = files.get(name) != file;
            if (deleted && random.nextBoolean()) {
                return;
            }
            for (int sector : file.dirty.keySet()) {
                settle(file, sector, survival.of(name, sector));
            }
            file.dirty.clear();
            file.bytes = file.synced.clone();
            kept.put(name, file);
        });
        files.clear();
        files.putAll(kept);
        syncedDirectory = new HashMap<>(files);
        powerFailsAt = Long.MAX_VALUE;
    }

    private void settle(File file, int sector, int choice) {
        int from = sector * SECTOR;
        int to = Math.min(file.bytes.length, from + SECTOR);
        grow(file, to);
        switch (choice) {
            case 0 -> {
                // The old one stays.
            }
            case 1 -> System.arraycopy(file.bytes, from, file.synced, from, to - from);
            default -> {
                int cut = from + random.nextInt(to - from + 1);
                System.arraycopy(file.bytes, from, file.synced, from, cut - from);
            }
        }
    }

    private static void grow(File file, int size) {
        if (file.synced.length < size) {
            file.synced = Arrays.copyOf(file.synced, size);
        }
    }

    /** Changes one bit of what is on the disk. */
    public void flip(String name, int at, int bit) {
        File file = existing(name);
        file.bytes[at] ^= (byte) (1 << bit);
        grow(file, file.bytes.length);
        file.synced[at] ^= (byte) (1 << bit);
    }

    /** Sets some of what is on the disk to zero. */
    public void zero(String name, int from, int length) {
        File file = existing(name);
        int to = Math.min(file.bytes.length, from + length);
        grow(file, to);
        Arrays.fill(file.bytes, from, to, (byte) 0);
        Arrays.fill(file.synced, from, to, (byte) 0);
    }

    /** Cuts a file short. */
    public void truncate(String name, int length) {
        File file = existing(name);
        file.bytes = Arrays.copyOf(file.bytes, length);
        file.synced = Arrays.copyOf(file.synced, Math.min(length, file.synced.length));
    }

    /** A disk with the same content, all of it synced. */
    public SimulatedDisk copy() {
        var copy = new SimulatedDisk(random);
        files.forEach((name, file) -> {
            var twin = new File(0);
            twin.bytes = file.bytes.clone();
            twin.synced = file.bytes.clone();
            copy.files.put(name, twin);
        });
        copy.syncedDirectory = new HashMap<>(copy.files);
        return copy;
    }

    private File existing(String name) {
        File file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException("there is no file " + name);
        }
        return file;
    }

    private void step(String operation) throws IOException {
        operations++;
        if (operations == powerFailsAt) {
            throw new PowerLost();
        }
        Fault which = fault;
        IOException failure = which == null ? null : which.of(operation, operations);
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(files.keySet());
    }

    @Override
    public byte[] read(String name) throws IOException {
        File file = files.get(name);
        if (file == null) {
            throw new IOException(name + " is not there");
        }
        return file.bytes.clone();
    }

    @Override
    public Handle create(String name, int size) throws IOException {
        step("create");
        long used = files.values().stream().mapToLong(file -> file.bytes.length).sum();
        if (used + size > capacity) {
            throw new IOException("No space left on device");
        }
        if (files.containsKey(name)) {
            throw new IOException(name + " exists");
        }
        var file = new File(size);
        files.put(name, file);
        return new Open(file);
    }

    @Override
    public void delete(String name) throws IOException {
        step("delete");
        if (files.remove(name) == null) {
            throw new IOException(name + " is not there");
        }
    }

    @Override
    public void syncDirectory() throws IOException {
        step("syncDirectory");
        syncedDirectory = new HashMap<>(files);
    }

    private final class Open implements Handle {
        private final File file;

        Open(File file) {
            this.file = file;
        }

        @Override
        public void write(long position, ByteBuffer bytes) throws IOException {
            int at = (int) position;
            int end = at + bytes.remaining();
            int shortEnd = end;
            IOException failure = null;
            try {
                step("write");
            } catch (IOException e) {
                // Some of it may have come there before it failed.
                shortEnd = at + random.nextInt(end - at + 1);
                failure = e;
            } catch (PowerLost lost) {
                put(at, at + random.nextInt(end - at + 1), bytes);
                throw lost;
            }
            put(at, shortEnd, bytes);
            if (failure != null) {
                throw failure;
            }
        }

        private void put(int at, int end, ByteBuffer bytes) {
            if (file.bytes.length < end) {
                file.bytes = Arrays.copyOf(file.bytes, end);
            }
            bytes.get(file.bytes, at, end - at);
            for (int sector = at / SECTOR; sector <= (end - 1) / SECTOR && end > at; sector++) {
                file.dirty.put(sector, Boolean.TRUE);
            }
        }

        @Override
        public void sync() throws IOException {
            try {
                step("sync");
            } catch (IOException e) {
                // Any part of it may be there; the rest is marked clean all the same and never written.
                for (int sector : file.dirty.keySet()) {
                    settle(file, sector, random.nextInt(2));
                }
                file.dirty.clear();
                throw e;
            }
            for (int sector : file.dirty.keySet()) {
                settle(file, sector, 1);
            }
            file.dirty.clear();
        }

        @Override
        public void close() {
            // Closing syncs nothing.
        }
    }
}
