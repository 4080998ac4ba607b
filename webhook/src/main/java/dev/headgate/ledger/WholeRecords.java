package dev.headgate.ledger;

import org.jspecify.annotations.Nullable;

/**
 * All kept permits by their last whole record, oldest first. What is before the oldest of these can go from the journal, so
 * writing the oldest anew, a few at a time, keeps the journal bounded without ever stopping for a picture of everything
 * (as in a log-structured store).
 */
final class WholeRecords {
    private @Nullable PermitEntry oldest;
    private @Nullable PermitEntry newest;

    @Nullable PermitEntry oldest() {
        return oldest;
    }

    /** Puts an entry behind all others: its whole record is the newest. */
    void written(PermitEntry entry, long sequence) {
        remove(entry);
        entry.whole = sequence;
        entry.olderWhole = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newerWhole = entry;
        }
        newest = entry;
    }

    /** Takes an entry out, if it is in here. */
    void remove(PermitEntry entry) {
        PermitEntry older = entry.olderWhole;
        PermitEntry newer = entry.newerWhole;
        if (older == null && oldest != entry) {
            return;
        }
        if (older == null) {
            oldest = newer;
        } else {
            older.newerWhole = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.olderWhole = older;
        }
        entry.olderWhole = null;
        entry.newerWhole = null;
    }
}
