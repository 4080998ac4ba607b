package dev.headgate.ledger;

import org.jspecify.annotations.Nullable;

/** One permit as the ledger keeps it: its state, the scopes it is charged in, and its places in the ledger's structures. */
final class PermitEntry {
    /** The place of an entry that waits for no moment. */
    static final int NOT_WAITING = -1;

    private final ScopeUsage[] charged;
    private final @Nullable IdempotencyKey key;
    private final @Nullable String startedAs;
    private Permit permit;

    /** The last record that touched it. */
    long touched;

    /** Its last record that is whole; older ones are of no use for it any more. Only {@link WholeRecords} changes it. */
    long whole;

    /** Neighbours in {@link WholeRecords}. */
    @Nullable PermitEntry olderWhole;

    @Nullable PermitEntry newerWhole;

    /** Whether its next record must be whole, because times in its older ones are of another kernel boot. */
    boolean needsWhole;

    /** The moment it waits for, and its index in {@link DueTimes}; only that changes them. */
    long dueBootNanos;

    int dueIndex = NOT_WAITING;

    /** Neighbours in {@link PermitTable}, in the order of grants; only that changes them. */
    @Nullable PermitEntry previous;

    @Nullable PermitEntry next;

    /**
     * An entry of a permit.
     *
     * @param charged every scope whose counters its budget is in
     * @param key under which its admission may be repeated, if it had one
     * @param startedAs the executor that its admission started it for, if it did
     */
    PermitEntry(Permit permit, ScopeUsage[] charged, @Nullable IdempotencyKey key, @Nullable String startedAs) {
        this.permit = permit;
        this.charged = charged;
        this.key = key;
        this.startedAs = startedAs;
    }

    Grant grant() {
        return permit.grant();
    }

    Permit permit() {
        return permit;
    }

    void become(Permit following) {
        permit = following;
    }

    /** The recorded charges: release uses these and nothing else. */
    ScopeUsage[] charged() {
        return charged;
    }

    @Nullable IdempotencyKey key() {
        return key;
    }

    @Nullable String startedAs() {
        return startedAs;
    }
}
