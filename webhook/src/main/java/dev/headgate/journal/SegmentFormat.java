package dev.headgate.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a journal (design pages 3 and 14). A journal is a row of segments, files named by the order in which they were
 * begun. A segment has a header and then batches, back to back; after the last there are zeros.
 *
 * <pre>
 * segment  magic "HGJ1" · version 4 · log id 16 · salt 8 · order 8 · first sequence 8 · CRC-32C 4
 * batch    magic "HGB1" · salt 8 · chain 4 · first sequence 8 · count 4 · length 4 · synced through 8 · CRC-32C of the body 4
 *          · CRC-32C of the header 4 · body
 * body     for each record: length 4 · bytes
 * </pre>
 *
 * <p>The salt is random for each segment, and {@code chain} is the checksum of the batch before (of the segment's header for the
 * first), so that bytes of another file, or of an earlier life of these blocks, are never taken for a batch. {@code synced
 * through} is the highest sequence that was on stable storage when the batch was made: what is broken at or below it was whole
 * once, and is damage; what is broken above it was being written when the power went, and is a torn tail.
 *
 * <p>{@code first sequence} of a segment says from where it supersedes all segments before it.
 */
final class SegmentFormat {
    static final int VERSION = 1;
    /** The longest record, in bytes. */
    static final int MAX_RECORD = 1 << 18;

    static final int SEGMENT_HEADER = 4 + 4 + 16 + 8 + 8 + 8 + 4;
    static final int BATCH_HEADER = 4 + 8 + 4 + 8 + 4 + 4 + 8 + 4 + 4;

    private static final int SEGMENT_MAGIC = 0x48474A31;
    private static final int BATCH_MAGIC = 0x48474231;
    private static final String PREFIX = "segment-";
    private static final int NAME_DIGITS = 16;

    private SegmentFormat() {}

    /** What a segment says of itself. */
    record SegmentHeader(long logIdHigh, long logIdLow, long salt, long order, long firstSequence) {}

    /** What a batch says of itself. */
    record BatchHeader(
            int chain, long firstSequence, int count, int length, long syncedThrough, int bodyChecksum, int checksum) {}

    /** The file name of a segment; names sort as orders do. */
    static String name(long order) {
        return PREFIX + String.format("%0" + NAME_DIGITS + "x", order);
    }

    static boolean isSegment(String name) {
        return name.matches(PREFIX + "[0-9a-f]{" + NAME_DIGITS + "}");
    }

    /** The order in a file name that {@link #isSegment} accepts. */
    static long order(String name) {
        return Long.parseUnsignedLong(name.substring(PREFIX.length()), 16);
    }

    static ByteBuffer encode(SegmentHeader header) {
        ByteBuffer out = ByteBuffer.allocate(SEGMENT_HEADER);
        out.putInt(SEGMENT_MAGIC).putInt(VERSION);
        out.putLong(header.logIdHigh).putLong(header.logIdLow).putLong(header.salt);
        out.putLong(header.order).putLong(header.firstSequence);
        out.putInt(checksum(out.array(), 0, out.position()));
        return out.flip();
    }

    /** The checksum of a segment header: the chain of its first batch. */
    static int chain(SegmentHeader header) {
        return encode(header).getInt(SEGMENT_HEADER - 4);
    }

    /**
     * Reads the header of a segment.
     *
     * @return null if these bytes hold none
     * @throws UnreadableJournal if it is one of a newer version
     */
    static @Nullable SegmentHeader segment(String name, byte[] file) throws UnreadableJournal {
        if (file.length < SEGMENT_HEADER) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(file, 0, SEGMENT_HEADER);
        if (in.getInt() != SEGMENT_MAGIC) {
            return null;
        }
        int version = in.getInt();
        boolean whole = in.getInt(SEGMENT_HEADER - 4) == checksum(file, 0, SEGMENT_HEADER - 4);
        if (whole && version > VERSION) {
            throw new UnreadableJournal(
                    "%s is of version %d of the journal, and this release reads version %d; start the"
                                    .formatted(name, version, VERSION)
                            + " release that wrote it");
        }
        return whole && version == VERSION
                ? new SegmentHeader(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong())
                : null;
    }

    /** A whole batch. */
    static ByteBuffer encode(long salt, int chain, long firstSequence, long syncedThrough, List<byte[]> records) {
        int length = 0;
        for (byte[] record : records) {
            length = Math.addExact(length, 4 + record.length);
        }
        ByteBuffer out = ByteBuffer.allocate(BATCH_HEADER + length);
        out.position(BATCH_HEADER);
        for (byte[] record : records) {
            out.putInt(record.length).put(record);
        }
        int bodyChecksum = checksum(out.array(), BATCH_HEADER, length);
        out.position(0);
        out.putInt(BATCH_MAGIC).putLong(salt).putInt(chain).putLong(firstSequence);
        out.putInt(records.size()).putInt(length).putLong(syncedThrough).putInt(bodyChecksum);
        out.putInt(checksum(out.array(), 0, BATCH_HEADER - 4));
        return out.position(0);
    }

    /** The checksum of the header of an encoded batch: the chain of the next. */
    static int checksumOf(ByteBuffer encodedBatch) {
        return encodedBatch.getInt(BATCH_HEADER - 4);
    }

    /** The header of a batch of a segment at a place, or null if there is none that is whole. Says nothing of the body. */
    static @Nullable BatchHeader header(byte[] file, int at, long salt) {
        if (at < 0 || at > file.length - BATCH_HEADER) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(file, at, BATCH_HEADER);
        if (in.getInt() != BATCH_MAGIC || in.getLong() != salt) {
            return null;
        }
        var header = new BatchHeader(
                in.getInt(), in.getLong(), in.getInt(), in.getInt(), in.getLong(), in.getInt(), in.getInt());
        return header.checksum == checksum(file, at, BATCH_HEADER - 4)
                        && header.count >= 0
                        && header.length >= 0
                        && header.length <= file.length - at - BATCH_HEADER
                ? header
                : null;
    }

    /** Whether a place looks like a batch at first sight; cheap enough to ask of every byte. */
    static boolean mayBeBatch(byte[] file, int at) {
        return file[at] == (byte) (BATCH_MAGIC >>> 24) && file[at + 1] == (byte) (BATCH_MAGIC >>> 16);
    }

    /** The salt of whatever batch stands at a place, for a segment whose own header is gone. */
    static long saltAt(byte[] file, int at) {
        return at <= file.length - BATCH_HEADER ? ByteBuffer.wrap(file).getLong(at + 4) : 0;
    }

    /** The records of a batch, or null if its body is not what its header says. */
    static @Nullable List<byte[]> records(byte[] file, int at, BatchHeader header) {
        if (checksum(file, at + BATCH_HEADER, header.length) != header.bodyChecksum) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(file, at + BATCH_HEADER, header.length);
        List<byte[]> records = new ArrayList<>();
        while (in.remaining() >= 4) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                return null;
            }
            byte[] record = new byte[length];
            in.get(record);
            records.add(record);
        }
        return in.hasRemaining() || records.size() != header.count ? null : records;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
