package dev.headgate.journal;

/**
 * Turns a record into bytes, on the thread of the journal.
 *
 * @param <R> what is logged; immutable
 */
@FunctionalInterface
public interface RecordEncoder<R> {
    /** The bytes of a record, at most {@link SegmentFormat#MAX_RECORD}. */
    byte[] encode(R record);
}
