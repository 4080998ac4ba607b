package dev.headgate.ledger;

import org.jspecify.annotations.Nullable;

/** One permit as the ledger keeps it: its state, the scopes it is charged in, and its places in the ledger's structures. */
final class PermitEntry {
    /** The place of an entry that waits for no expiry. */
    static final int NOT_WAITING = -1;

    private final Grant grant;
    private final ScopeUsage[] charged;
    private Permit permit;

    /** Index in {@link Expiries}; only that changes it. */
    int expiryIndex = NOT_WAITING;

    /** Neighbours in {@link PermitTable}, in the order of grants; only that changes them. */
    @Nullable PermitEntry previous;

    @Nullable PermitEntry next;

    PermitEntry(Permit.Queued permit, ScopeUsage[] charged) {
        this.grant = permit.grant();
        this.permit = permit;
        this.charged = charged;
    }

    Grant grant() {
        return grant;
    }

    Permit permit() {
        return permit;
    }

    void become(Permit following) {
        permit = following;
    }

    /** The recorded charges: every scope whose counters this permit's budget is in. Release uses these and nothing else. */
    ScopeUsage[] charged() {
        return charged;
    }
}
