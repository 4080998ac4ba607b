package dev.headgate.simulation;

import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.Permit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node's log must say, told by the model: which state each record gave each permit. After a crash it says what a prefix of
 * the log holds, without reading a byte of it.
 */
final class Records {
    private final Map<String, ModelPermit> durable = new HashMap<>();
    private final ArrayDeque<Entry> pending = new ArrayDeque<>();
    private long durableSequence;
    private long lastSequence;

    private record Entry(long sequence, List<ModelPermit> states) {}

    /** The last record that was made. */
    long last() {
        return lastSequence;
    }

    /** The last record that nothing may take away any more. */
    long durable() {
        return durableSequence;
    }

    /** Takes the records of one call, and the changes that the model made in it. */
    void add(List<LedgerRecord> records, List<ModelPermit> changes, ModelLedger model) {
        List<ModelPermit> unused = new ArrayList<>(changes);
        for (LedgerRecord record : records) {
            List<ModelPermit> states = new ArrayList<>();
            switch (record) {
                case LedgerRecord.Booted _ -> {
                    // It changes no permit.
                }
                case LedgerRecord.Whole whole -> states.add(state(whole.permit(), record, unused, model));
                case LedgerRecord.Changed changed -> {
                    for (Permit permit : changed.permits()) {
                        states.add(state(permit, record, unused, model));
                    }
                }
            }
            lastSequence = record.sequence();
            pending.add(new Entry(record.sequence(), states));
        }
        if (!unused.isEmpty()) {
            throw new AssertionError("a change without a record: " + unused);
        }
    }

    private static ModelPermit state(Permit permit, LedgerRecord record, List<ModelPermit> unused, ModelLedger model) {
        String id = permit.grant().permitId();
        ModelPermit known = model.find(id);
        ModelPermit state = null;
        for (int at = 0; at < unused.size() && state == null; at++) {
            if (unused.get(at).id.equals(id)) {
                state = unused.remove(at);
            }
        }
        if (state == null) {
            // Nothing changed: it is written anew so that older records can go.
            if (known == null || !(record instanceof LedgerRecord.Whole)) {
                throw new AssertionError("a record of a change that was not made: " + record);
            }
            state = known.copy();
        }
        Comparison.of(state, permit, "record " + record.sequence());
        if (known != null) {
            known.touched = record.sequence();
            known.touchedBoot = record.atBootNanos();
        }
        state.touched = record.sequence();
        state.touchedBoot = record.atBootNanos();
        return state;
    }

    /** Notes that everything up to a record is on stable storage, or was told to somebody. */
    void promise(long sequence) {
        if (sequence > lastSequence) {
            throw new AssertionError("record " + sequence + " is durable before it was made");
        }
        while (!pending.isEmpty() && pending.getFirst().sequence() <= sequence) {
            for (ModelPermit state : pending.removeFirst().states()) {
                durable.put(state.id, state);
            }
        }
        durableSequence = Math.max(durableSequence, sequence);
    }

    /**
     * After a start every time that counts is on record as a reading of the clock of this boot: another start, with another wall
     * clock, must not choose it anew (invariant 15).
     */
    void under(long boot) {
        for (ModelPermit state : durable.values()) {
            if (state.live() && state.boot != boot) {
                throw new AssertionError("a time of boot " + state.boot + " counts under boot " + boot + ": " + state);
            }
        }
    }

    /** What the log holds up to a record; from then on it goes on there. */
    List<ModelPermit> recovered(long sequence) {
        if (sequence < durableSequence || sequence > lastSequence) {
            throw new AssertionError("recovered up to record " + sequence + ", but " + durableSequence
                    + " was durable and " + lastSequence + " the last");
        }
        promise(sequence);
        pending.clear();
        lastSequence = sequence;
        return durable.values().stream().map(ModelPermit::copy).toList();
    }
}
