package dev.headgate.journal;

import java.util.List;

/**
 * What a journal holds, as read before anything is written (design page 14).
 *
 * @param logIdHigh first half of the random id of this log
 * @param logIdLow its second half
 * @param firstSequence of the first record, 1 for an empty log
 * @param records in order, without a gap
 * @param provenThrough the highest sequence that was on stable storage for certain; what is above was readable, and may have
 *     been answered
 * @param nextOrder above that of every segment
 * @param segments those that still count, oldest first
 * @param discarded files that a crash left behind half made
 * @param cutBytes of a torn tail that was passed over; 0 if the log ended cleanly
 */
public record Recovered(
        long logIdHigh,
        long logIdLow,
        long firstSequence,
        List<byte[]> records,
        long provenThrough,
        long nextOrder,
        List<Segment> segments,
        List<String> discarded,
        long cutBytes) {

    /**
     * One segment.
     *
     * @param name of its file
     * @param firstSequence from which it supersedes those before it
     * @param bytes of its file
     */
    public record Segment(String name, long firstSequence, long bytes) {}

    public Recovered {
        records = List.copyOf(records);
        segments = List.copyOf(segments);
        discarded = List.copyOf(discarded);
    }

    /** The sequence of the next record. */
    public long nextSequence() {
        return firstSequence + records.size();
    }
}
