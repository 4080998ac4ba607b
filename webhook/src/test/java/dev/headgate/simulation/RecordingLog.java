package dev.headgate.simulation;

import dev.headgate.journal.DurabilityListener;
import dev.headgate.journal.DurableLog;
import dev.headgate.ledger.LedgerRecord;
import java.util.ArrayList;
import java.util.List;

/** Passes everything on to a log, and remembers what was appended since it was last asked. */
final class RecordingLog implements DurableLog<LedgerRecord> {
    private final DurableLog<LedgerRecord> log;
    private final List<LedgerRecord> appended = new ArrayList<>();
    private long last;

    /**
     * A log in front of another.
     *
     * @param last the sequence of the record before the first
     */
    RecordingLog(DurableLog<LedgerRecord> log, long last) {
        this.log = log;
        this.last = last;
    }

    /** What was appended since the last call. */
    List<LedgerRecord> taken() {
        List<LedgerRecord> taken = List.copyOf(appended);
        appended.clear();
        return taken;
    }

    long last() {
        return last;
    }

    @Override
    public void append(long sequence, LedgerRecord record) {
        if (sequence != last + 1 || record.sequence() != sequence) {
            throw new AssertionError("record " + record.sequence() + " as " + sequence + " after " + last);
        }
        last = sequence;
        appended.add(record);
        log.append(sequence, record);
    }

    @Override
    public long durableSequence() {
        return log.durableSequence();
    }

    @Override
    public boolean available() {
        return log.available();
    }

    @Override
    public void whenDurable(long sequence, DurabilityListener listener) {
        log.whenDurable(sequence, listener);
    }

    @Override
    public boolean wantsRewrite(long live) {
        return log.wantsRewrite(live);
    }

    @Override
    public long oldestStretchEnd() {
        return log.oldestStretchEnd();
    }

    @Override
    public void release(long firstNeeded) {
        log.release(firstNeeded);
    }
}
