package dev.headgate.ledger;

import org.jspecify.annotations.Nullable;

/** A walk over permits in the order of their ids, under the exclusion of the ledger it came from. */
public final class PermitWalk {
    private @Nullable PermitEntry entry;

    PermitWalk(@Nullable PermitEntry entry) {
        this.entry = entry;
    }

    /** The next permit, or null at the end. */
    public @Nullable Permit next() {
        PermitEntry here = entry;
        if (here == null) {
            return null;
        }
        entry = here.next;
        return here.permit();
    }
}
