package dev.headgate.journal;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A journal on a simulated disk, written when a simulation says so.
 *
 * @param <R> what is logged
 */
public final class StepwiseJournal<R> {
    private static final int SEGMENT = 1 << 16;

    private final JournalCore<R> core;
    private final List<byte[]> records;

    private StepwiseJournal(JournalCore<R> core, List<byte[]> records) {
        this.core = core;
        this.records = records;
    }

    /** Recovers what a disk holds, and goes on from there. */
    public static <R> StepwiseJournal<R> open(Disk disk, RecordEncoder<R> encoder, RandomGenerator random)
            throws IOException {
        try {
            Recovered recovered = Recovery.of(disk, random);
            return new StepwiseJournal<>(
                    JournalCore.open(disk, encoder, random, SEGMENT, recovered), recovered.records());
        } catch (UnreadableJournal e) {
            throw new AssertionError("a disk that loses only what was not synced looks damaged", e);
        }
    }

    /** What was recovered. */
    public List<byte[]> records() {
        return records;
    }

    /** The log. */
    public DurableLog<R> log() {
        return core;
    }

    /** Writes what is pending, or the header of an idle journal; says whether something is left. */
    public boolean step() throws IOException {
        if (pending()) {
            core.flush();
        } else if (core.idleHeaderDue()) {
            core.writeIdleHeader();
        }
        return pending() || core.idleHeaderDue();
    }

    private boolean pending() {
        try {
            return core.awaitPending(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
