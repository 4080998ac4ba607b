package dev.headgate.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/** What is whole of a journal that must not be started from, and a new journal of only that. */
public final class Salvage {
    private Salvage() {}

    /**
     * The records before the first damage.
     *
     * @throws IOException if nothing is whole, or the directory cannot be read
     */
    public static Recovered of(Disk disk) throws IOException {
        return Recovery.wholePrefix(disk);
    }

    /**
     * Writes them as a journal, on stable storage when this returns.
     *
     * @param disk an empty directory
     */
    public static void write(Recovered whole, Disk disk, RandomGenerator random) throws IOException {
        var header = new SegmentFormat.SegmentHeader(
                whole.logIdHigh(), whole.logIdLow(), random.nextLong(), 0, whole.firstSequence());
        List<byte[]> records = whole.records();
        ByteBuffer batch = SegmentFormat.encode(
                header.salt(), SegmentFormat.chain(header), whole.firstSequence(), whole.nextSequence() - 1, records);
        int size = SegmentFormat.SEGMENT_HEADER + batch.remaining();
        try (Disk.Handle file = disk.create(SegmentFormat.name(0), size)) {
            file.write(SegmentFormat.SEGMENT_HEADER, batch);
            file.write(0, SegmentFormat.encode(header));
            file.sync();
        }
        disk.syncDirectory();
    }
}
