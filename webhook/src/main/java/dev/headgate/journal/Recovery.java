package dev.headgate.journal;

import dev.headgate.journal.SegmentFormat.BatchHeader;
import dev.headgate.journal.SegmentFormat.SegmentHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Reads a journal (design page 14, "Order, disclosure, journal"). What is broken and was on stable storage once stops the node;
 * what is broken and was only being written is cut. Nothing is ever skipped to go on behind it, and nothing is changed.
 */
public final class Recovery {
    private final List<Read> segments = new ArrayList<>();
    private final List<String> discarded = new ArrayList<>();
    private final List<byte[]> records = new ArrayList<>();
    private long next;
    private long proven;
    private long cutBytes;

    /** A segment as it was read. */
    @SuppressWarnings("ArrayRecordComponent") // Read once, and never compared.
    private record Read(String name, byte[] file, SegmentHeader header) {}

    private Recovery() {}

    /**
     * Reads the journal of a directory; an empty one is a new log with an id of its own.
     *
     * @param random makes that id
     * @throws UnreadableJournal if something that was on stable storage is not whole any more, or is of a newer version
     * @throws IOException if the directory cannot be read
     */
    public static Recovered of(Disk disk, RandomGenerator random) throws IOException, UnreadableJournal {
        var recovery = new Recovery();
        recovery.readHeaders(disk);
        if (recovery.segments.isEmpty()) {
            recovery.next = 1;
            recovery.checkDiscarded(disk);
            return new Recovered(
                    random.nextLong(),
                    random.nextLong(),
                    1,
                    List.of(),
                    0,
                    recovery.nextOrder(disk),
                    List.of(),
                    recovery.discarded,
                    0);
        }
        SegmentHeader first = recovery.segments.getFirst().header;
        recovery.next = first.firstSequence();
        recovery.proven = first.firstSequence() - 1;
        for (int at = 0; at < recovery.segments.size(); at++) {
            recovery.readBatches(at);
        }
        recovery.checkDiscarded(disk);
        return recovery.result(first, disk);
    }

    /**
     * What stands before the first damage, for whoever gives up the rest.
     *
     * @throws IOException if nothing does
     */
    static Recovered wholePrefix(Disk disk) throws IOException {
        var recovery = new Recovery();
        try {
            recovery.readHeaders(disk);
        } catch (UnreadableJournal _) {
            // The segments before the one that is damaged have been taken.
        }
        if (recovery.segments.isEmpty()) {
            throw new IOException("nothing of the journal is whole; put it aside to start with an empty one");
        }
        SegmentHeader first = recovery.segments.getFirst().header;
        recovery.next = first.firstSequence();
        recovery.proven = first.firstSequence() - 1;
        try {
            for (int at = 0; at < recovery.segments.size(); at++) {
                recovery.readBatches(at);
            }
        } catch (UnreadableJournal _) {
            // The batches before the damage have been taken.
        }
        return recovery.result(first, disk);
    }

    private Recovered result(SegmentHeader first, Disk disk) throws IOException {
        return new Recovered(
                first.logIdHigh(),
                first.logIdLow(),
                first.firstSequence(),
                records,
                proven,
                nextOrder(disk),
                segments.stream()
                        .map(read -> new Recovered.Segment(read.name, read.header.firstSequence(), read.file.length))
                        .toList(),
                discarded,
                cutBytes);
    }

    private long nextOrder(Disk disk) throws IOException {
        long highest = -1;
        for (String name : disk.list()) {
            if (SegmentFormat.isSegment(name)) {
                highest = Math.max(highest, SegmentFormat.order(name));
            }
        }
        return highest + 1;
    }

    private void readHeaders(Disk disk) throws IOException, UnreadableJournal {
        for (String name : disk.list()) {
            if (!SegmentFormat.isSegment(name)) {
                continue;
            }
            byte[] file = disk.read(name);
            SegmentHeader header = SegmentFormat.segment(name, file);
            if (header == null) {
                discarded.add(name);
                continue;
            }
            if (!segments.isEmpty()) {
                SegmentHeader before = segments.getFirst().header;
                if (before.logIdHigh() != header.logIdHigh() || before.logIdLow() != header.logIdLow()) {
                    throw damaged(name, 0, "it belongs to another log");
                }
            }
            if (header.order() != SegmentFormat.order(name)) {
                throw damaged(name, 0, "it was renamed");
            }
            segments.add(new Read(name, file, header));
        }
    }

    /** Takes the records of a segment, up to where a later one supersedes it. */
    private void readBatches(int index) throws UnreadableJournal {
        Read segment = segments.get(index);
        long limit = limit(index);
        if (segment.header.firstSequence() > next) {
            throw damaged(
                    segment.name,
                    0,
                    "records " + next + " to " + (segment.header.firstSequence() - 1) + " before it are missing");
        }
        // A segment is begun when everything before it is on stable storage.
        proven = Math.max(proven, segment.header.firstSequence() - 1);
        drop(segment.header.firstSequence());
        int chain = SegmentFormat.chain(segment.header);
        int at = SegmentFormat.SEGMENT_HEADER;
        while (next < limit) {
            BatchHeader header = SegmentFormat.header(segment.file, at, segment.header.salt());
            List<byte[]> batch = header == null || header.chain() != chain || header.firstSequence() != next
                    ? null
                    : SegmentFormat.records(segment.file, at, header);
            if (header == null || batch == null) {
                end(segment, at, limit);
                return;
            }
            records.addAll(batch);
            next += batch.size();
            proven = Math.max(proven, header.syncedThrough());
            chain = header.checksum();
            at += SegmentFormat.BATCH_HEADER + header.length();
        }
    }

    /** The first sequence that a later segment has in place of this one. */
    private long limit(int index) {
        long limit = Long.MAX_VALUE;
        for (Read later : segments.subList(index + 1, segments.size())) {
            limit = Math.min(limit, later.header.firstSequence());
        }
        return limit;
    }

    /** What an earlier segment holds from a sequence on counts no more: this one has it anew. */
    private void drop(long fromSequence) {
        while (next > fromSequence) {
            records.removeLast();
            next--;
        }
    }

    /** There is no whole batch at this place. Either it was only being written, or it was whole once. */
    private void end(Read segment, int at, long limit) throws UnreadableJournal {
        if (limit != Long.MAX_VALUE) {
            throw damaged(segment.name, at, "record " + next + " was on stable storage and is not whole");
        }
        boolean clean = true;
        for (int place = at; place < segment.file.length; place++) {
            if (segment.file[place] != 0) {
                clean = false;
                cutBytes = Math.max(cutBytes, place - at + 1L);
            }
        }
        if (clean) {
            cutBytes = 0;
        }
        long evidence = evidence(segment.file, at, segment.header.salt());
        if (evidence >= next) {
            throw damaged(segment.name, at, "record " + next + " was on stable storage and is not whole");
        }
    }

    /** The highest sequence that any whole header behind a place says was on stable storage. */
    private static long evidence(byte[] file, int from, long salt) {
        long highest = 0;
        for (int place = from; place <= file.length - SegmentFormat.BATCH_HEADER; place++) {
            BatchHeader header = SegmentFormat.mayBeBatch(file, place) ? SegmentFormat.header(file, place, salt) : null;
            if (header != null) {
                highest = Math.max(highest, header.syncedThrough());
            }
        }
        return highest;
    }

    /** A file without a whole header was being made. If it tells of records that no other has, its header was lost instead. */
    private void checkDiscarded(Disk disk) throws IOException, UnreadableJournal {
        for (String name : discarded) {
            if (!segments.isEmpty()
                    && segments.getFirst().header.firstSequence() > 1
                    && SegmentFormat.order(name) < segments.getFirst().header.order()) {
                // Files half made are deleted before any segment that is older.
                throw damaged(name, 0, "its header is not whole, and nothing says that its records were given up");
            }
            byte[] file = disk.read(name);
            for (int at = 0; at <= file.length - SegmentFormat.BATCH_HEADER; at++) {
                BatchHeader header = SegmentFormat.mayBeBatch(file, at)
                        ? SegmentFormat.header(file, at, SegmentFormat.saltAt(file, at))
                        : null;
                if (header != null
                        && (header.firstSequence() + header.count() > next || header.syncedThrough() >= next)) {
                    throw damaged(name, 0, "its header is not whole, and it held records from " + next);
                }
            }
        }
    }

    private static UnreadableJournal damaged(String name, int at, String what) {
        return new UnreadableJournal(
                "%s is damaged at byte %d: %s. Nothing was changed. 'headgate journal inspect' shows what is"
                                .formatted(name, at, what)
                        + " whole; 'headgate journal repair' keeps that and gives up the rest, which the node then withholds");
    }
}
