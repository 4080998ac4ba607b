package dev.headgate.journal;

/**
 * A log whose records are durable some time after they are appended, in the order in which they were (design pages 3 and 14).
 *
 * @param <R> what is logged; immutable
 */
public interface DurableLog<R> {

    /**
     * Takes the next record. Called within the exclusion of whatever is logged; never blocks on the disk, and never fails for a
     * reason of the disk.
     *
     * @param sequence one more than that of the record before
     */
    void append(long sequence, R record);

    /** The highest sequence on stable storage. Safe for every thread. */
    long durableSequence();

    /**
     * Whether something new may be granted at all: not from a write or sync that failed until everything pending is on stable
     * storage elsewhere. Safe for every thread.
     */
    boolean available();

    /**
     * Calls back once: that everything up to a sequence is on stable storage, or that it could not be made so for now. At once
     * on this thread where the answer is known, else on the thread of the log.
     */
    void whenDurable(long sequence, DurabilityListener listener);

    /**
     * Whether records that are no longer needed take more room than they should, so that the oldest shall be written anew.
     *
     * @param live how many records are needed
     */
    boolean wantsRewrite(long live);

    /** The newest sequence of the oldest stretch of records that can be given up as a whole; 0 if there is only one. */
    long oldestStretchEnd();

    /** Says that nothing before a sequence is needed any more. */
    void release(long firstNeeded);
}
