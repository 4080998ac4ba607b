package dev.headgate.ledger;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every permit that can be asked for: live ones, and the finished ones that the history keeps. In the order of grants, by
 * permit id, and the finished ones by age.
 */
final class PermitTable {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Map<String, PermitEntry> byId = new HashMap<>();
    private final ArrayDeque<PermitEntry> finished = new ArrayDeque<>();
    private @Nullable PermitEntry first;
    private @Nullable PermitEntry last;
    private int maxFinished;
    private long maxAgeMillis = 1;

    void bound(int maxEntries, long maxAge) {
        maxFinished = maxEntries;
        maxAgeMillis = maxAge;
    }

    int finished() {
        return finished.size();
    }

    @Nullable PermitEntry find(String permitId) {
        return byId.get(permitId);
    }

    @Nullable PermitEntry first() {
        return first;
    }

    /** The first entry after a permit id, which need not be there any more. */
    @Nullable PermitEntry firstAfter(String permitId) {
        PermitEntry known = byId.get(permitId);
        if (known != null) {
            return known.next;
        }
        if (last == null || last.grant().permitId().compareTo(permitId) <= 0) {
            return null;
        }
        PermitEntry entry = first;
        while (entry != null && entry.grant().permitId().compareTo(permitId) <= 0) {
            entry = entry.next;
        }
        return entry;
    }

    void add(PermitEntry entry) {
        byId.put(entry.grant().permitId(), entry);
        entry.previous = last;
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
    }

    void finish(PermitEntry entry) {
        finished.addLast(entry);
    }

    /** Forgets finished permits that are too many or too old, the oldest first, at most so many at once. */
    void forget(long nowBootNanos, int atMost) {
        for (int forgotten = 0; forgotten < atMost; forgotten++) {
            PermitEntry oldest = finished.peekFirst();
            if (oldest == null || !(finished.size() > maxFinished || tooOld(oldest, nowBootNanos))) {
                return;
            }
            finished.removeFirst();
            remove(oldest);
        }
    }

    private boolean tooOld(PermitEntry entry, long nowBootNanos) {
        return entry.permit() instanceof Permit.Settled settled
                && (nowBootNanos - settled.settledBootNanos()) / NANOS_PER_MILLI >= maxAgeMillis;
    }

    private void remove(PermitEntry entry) {
        byId.remove(entry.grant().permitId());
        if (entry.previous == null) {
            first = entry.next;
        } else {
            entry.previous.next = entry.next;
        }
        if (entry.next == null) {
            last = entry.previous;
        } else {
            entry.next.previous = entry.previous;
        }
    }
}
