package dev.headgate.journal;

import dev.headgate.journal.SegmentFormat.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A journal without a thread: what is appended waits, and one {@link #flush} writes all of it as one batch with one sync
 * (group commit), then tells whoever waits. {@link Journal} calls it from a thread of its own, a simulation whenever it likes.
 *
 * <p>A write or sync that failed is never tried again as if it had worked: the pages of a failed sync are marked clean, so a
 * second one says yes without having written. What was pending is written anew to another segment, which says from where it
 * supersedes the old one; until that has worked nothing is available (design page 14).
 *
 * <p>Appending and listening are safe for every thread; one thread at a time flushes.
 *
 * @param <R> what is logged; immutable
 */
public final class JournalCore<R> implements DurableLog<R> {
    /** Records that may wait for the disk before nothing more is granted. */
    static final int MAX_PENDING = 100_000;
    /** The least of a journal, in segments; below it nothing is written anew. */
    private static final int LEAST_SEGMENTS = 4;
    /** What a record that is needed is taken for, in bytes; most are smaller. */
    private static final long NEEDED_BYTES = 1_024;

    private final Disk disk;
    private final RecordEncoder<R> encoder;
    private final RandomGenerator random;
    private final int segmentBytes;
    private final long logIdHigh;
    private final long logIdLow;

    private final Object lock = new Object();
    // Guarded by the lock.
    private final ArrayDeque<R> pending = new ArrayDeque<>();
    private final PriorityQueue<Waiting> listeners = new PriorityQueue<>(Comparator.comparingLong(Waiting::sequence));
    private final ArrayDeque<Recovered.Segment> segments = new ArrayDeque<>();
    private long appended;
    private long releaseBelow;
    private long releaseWhenDurable;
    private boolean woken;

    private volatile long durable;
    private volatile boolean broken;
    private volatile boolean crowded;

    // Of the flushing thread.
    private long nextOrder;
    private Disk.@Nullable Handle current;
    private long salt;
    private int chain;
    private int position;
    private boolean idleHeaderDue;
    /** Files whose beginning failed and that may still be there. */
    private final Set<String> leftovers = new TreeSet<>();

    private record Waiting(long sequence, DurabilityListener listener) {}

    private JournalCore(
            Disk disk, RecordEncoder<R> encoder, RandomGenerator random, int segmentBytes, Recovered recovered) {
        this.disk = disk;
        this.encoder = encoder;
        this.random = random;
        this.segmentBytes = segmentBytes;
        this.logIdHigh = recovered.logIdHigh();
        this.logIdLow = recovered.logIdLow();
        this.nextOrder = recovered.nextOrder();
        this.appended = recovered.nextSequence() - 1;
        this.segments.addAll(recovered.segments());
    }

    /**
     * Opens a journal for writing after what it holds: the readable tail, which may have been answered and may not be on stable
     * storage, is first written anew and synced.
     *
     * @param recovered as {@link Recovery} read it
     * @param random makes salts
     * @param segmentBytes size of each segment, at least 64 KiB
     * @throws IOException if the disk cannot be written
     */
    public static <R> JournalCore<R> open(
            Disk disk, RecordEncoder<R> encoder, RandomGenerator random, int segmentBytes, Recovered recovered)
            throws IOException {
        if (segmentBytes < 1 << 16) {
            throw new IllegalArgumentException("a segment has at least 64 KiB");
        }
        var core = new JournalCore<R>(disk, encoder, random, segmentBytes, recovered);
        for (String name : recovered.discarded()) {
            disk.delete(name);
        }
        int tail = (int) (recovered.nextSequence() - 1 - recovered.provenThrough());
        List<byte[]> unproven = recovered
                .records()
                .subList(recovered.records().size() - tail, recovered.records().size());
        core.begin(recovered.provenThrough() + 1, unproven);
        core.durable = core.appended;
        return core;
    }

    @Override
    public void append(long sequence, R record) {
        synchronized (lock) {
            if (sequence != appended + 1) {
                throw new IllegalArgumentException("records are appended in their order");
            }
            appended = sequence;
            pending.addLast(record);
            crowded = pending.size() >= MAX_PENDING;
            lock.notifyAll();
        }
    }

    @Override
    public long durableSequence() {
        return durable;
    }

    @Override
    public boolean available() {
        return !broken && !crowded;
    }

    @Override
    public void whenDurable(long sequence, DurabilityListener listener) {
        boolean known;
        synchronized (lock) {
            known = sequence <= durable || broken;
            if (!known) {
                listeners.add(new Waiting(sequence, listener));
            }
        }
        if (known) {
            tell(listener, sequence <= durable);
        }
    }

    private static void tell(DurabilityListener listener, boolean durable) {
        if (durable) {
            listener.durable();
        } else {
            listener.undurable();
        }
    }

    @Override
    public boolean wantsRewrite(long live) {
        synchronized (lock) {
            return bytes() > Math.max((long) LEAST_SEGMENTS * segmentBytes, 2 * live * NEEDED_BYTES);
        }
    }

    /** Room that the segments take on the disk. */
    public long bytes() {
        synchronized (lock) {
            return segments.stream().mapToLong(Recovered.Segment::bytes).sum();
        }
    }

    @Override
    public long oldestStretchEnd() {
        synchronized (lock) {
            return segments.size() < 2 ? 0 : second().firstSequence() - 1;
        }
    }

    private Recovered.Segment second() {
        var all = segments.iterator();
        all.next();
        return all.next();
    }

    @Override
    public void release(long firstNeeded) {
        synchronized (lock) {
            // What replaces the old records must be on stable storage before they go.
            releaseBelow = Math.max(releaseBelow, firstNeeded);
            releaseWhenDurable = appended;
        }
    }

    /** Waits until something is appended, or the time is over; says whether something is. */
    boolean awaitPending(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (lock) {
            long left = millis;
            while (pending.isEmpty() && left > 0 && !woken) {
                lock.wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
            woken = false;
            return !pending.isEmpty();
        }
    }

    /** Wakes {@link #awaitPending}. */
    void wake() {
        synchronized (lock) {
            woken = true;
            lock.notifyAll();
        }
    }

    /** Whether an idle journal shall yet say that its last batch is on stable storage. */
    boolean idleHeaderDue() {
        return idleHeaderDue;
    }

    /**
     * Writes what is pending, and tells whoever waits.
     *
     * @throws IOException if the disk cannot be written; what is not on it stays pending, and the next call
     *     writes it to another segment
     */
    public void flush() throws IOException {
        List<R> taken;
        long first;
        synchronized (lock) {
            taken = List.copyOf(pending);
            first = durable + 1;
        }
        try {
            write(first, taken);
        } catch (IOException e) {
            fail();
            throw e;
        }
        deleteReleased();
    }

    /** Writes an empty batch, so that a later reader knows that everything before it was on stable storage. */
    public void writeIdleHeader() throws IOException {
        try {
            write(durable + 1, List.of());
            idleHeaderDue = false;
        } catch (IOException e) {
            fail();
            throw e;
        }
    }

    private void write(long first, List<R> taken) throws IOException {
        int at = 0;
        do {
            List<byte[]> batch = new ArrayList<>();
            int length = SegmentFormat.BATCH_HEADER;
            // A batch fits into a fresh segment, whatever is pending.
            while (at < taken.size()) {
                byte[] record = encoder.encode(taken.get(at));
                if (record.length > SegmentFormat.MAX_RECORD) {
                    throw new IllegalStateException("a record is longer than the journal takes");
                }
                if (!batch.isEmpty() && length + 4 + record.length > segmentBytes / 2) {
                    break;
                }
                batch.add(record);
                length += 4 + record.length;
                at++;
            }
            writeBatch(first + at - batch.size(), batch, length);
        } while (at < taken.size());
    }

    private void writeBatch(long first, List<byte[]> batch, int length) throws IOException {
        Disk.Handle file = current;
        if (file == null || position + length > segmentBytes) {
            begin(first, List.of());
            file = current;
        }
        if (file == null) {
            throw new IllegalStateException("a segment that was begun is there");
        }
        ByteBuffer bytes = SegmentFormat.encode(salt, chain, first, durable, batch);
        int checksum = SegmentFormat.checksumOf(bytes);
        file.write(position, bytes);
        file.sync();
        position += length;
        chain = checksum;
        idleHeaderDue = !batch.isEmpty();
        becomeDurable(first + batch.size() - 1, batch.size());
    }

    /**
     * Begins a segment that supersedes everything from a sequence on. Where it takes over records of older segments, its header
     * comes last, so that the older ones count until it is whole.
     */
    private void begin(long firstSequence, List<byte[]> takenOver) throws IOException {
        closeCurrent();
        long order = nextOrder++;
        String name = SegmentFormat.name(order);
        int size = segmentBytes;
        for (byte[] record : takenOver) {
            size = Math.addExact(size, 4 + record.length);
        }
        leftovers.add(name);
        Disk.Handle file = null;
        try {
            file = disk.create(name, size);
            var header = new SegmentHeader(logIdHigh, logIdLow, random.nextLong(), order, firstSequence);
            salt = header.salt();
            chain = SegmentFormat.chain(header);
            position = SegmentFormat.SEGMENT_HEADER;
            if (!takenOver.isEmpty()) {
                ByteBuffer bytes = SegmentFormat.encode(salt, chain, firstSequence, firstSequence - 1, takenOver);
                int length = bytes.remaining();
                chain = SegmentFormat.checksumOf(bytes);
                file.write(position, bytes);
                position += length;
                file.sync();
                disk.syncDirectory();
            }
            file.write(0, SegmentFormat.encode(header));
            file.sync();
            disk.syncDirectory();
        } catch (IOException e) {
            try (Disk.Handle _ = file) {
                deleteLeftovers();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        leftovers.remove(name);
        current = file;
        synchronized (lock) {
            segments.addLast(new Recovered.Segment(name, firstSequence, size));
        }
    }

    private void becomeDurable(long sequence, int records) {
        List<Waiting> reached = new ArrayList<>();
        synchronized (lock) {
            durable = Math.max(durable, sequence);
            for (int written = 0; written < records; written++) {
                pending.removeFirst();
            }
            crowded = pending.size() >= MAX_PENDING;
            broken = false;
            for (Waiting first = listeners.peek();
                    first != null && first.sequence <= durable;
                    first = listeners.peek()) {
                reached.add(listeners.remove());
            }
        }
        reached.forEach(waiting -> waiting.listener.durable());
    }

    private void fail() {
        List<Waiting> failed;
        synchronized (lock) {
            broken = true;
            failed = List.copyOf(listeners);
            listeners.clear();
        }
        try {
            closeCurrent();
        } catch (IOException _) {
            // Nothing that matters is in it beyond what was synced.
        }
        failed.forEach(waiting -> waiting.listener.undurable());
    }

    private void closeCurrent() throws IOException {
        Disk.Handle file = current;
        current = null;
        if (file != null) {
            file.close();
        }
    }

    /**
     * Deletes what a failed beginning left. It goes before any older segment does: what a reader finds before the first whole
     * segment then can only be a segment that has lost its header.
     */
    private void deleteLeftovers() throws IOException {
        if (leftovers.isEmpty()) {
            return;
        }
        for (String name : leftovers) {
            deleteIfThere(name);
        }
        disk.syncDirectory();
        leftovers.clear();
    }

    /** A file that was deleted without a sync of the directory is gone already when it is deleted again. */
    private void deleteIfThere(String name) throws IOException {
        if (disk.list().contains(name)) {
            disk.delete(name);
        }
    }

    /** Deletes the segments that nobody needs, oldest first, so that a crash between leaves no gap. */
    private void deleteReleased() throws IOException {
        while (true) {
            String name;
            synchronized (lock) {
                if (durable < releaseWhenDurable || segments.size() < 2 || second().firstSequence() > releaseBelow) {
                    return;
                }
                name = segments.getFirst().name();
            }
            deleteLeftovers();
            deleteIfThere(name);
            disk.syncDirectory();
            synchronized (lock) {
                segments.removeFirst();
            }
        }
    }

    /** Ends writing; what is pending was flushed before, or is lost as in a crash. */
    public void close() throws IOException {
        closeCurrent();
    }
}
