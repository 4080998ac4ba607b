package dev.headgate.ledger;

import dev.headgate.policy.Subject;
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
    private final Map<KeyName, PermitEntry> byKey = new HashMap<>();
    private final Map<String, Integer> keyedByTenant = new HashMap<>();
    private final ArrayDeque<PermitEntry> finished = new ArrayDeque<>();
    private final ArrayDeque<PermitEntry> finishedKeyed = new ArrayDeque<>();
    private @Nullable PermitEntry first;
    private @Nullable PermitEntry last;
    // Until a policy bounds them nothing is forgotten, and without a policy nothing is granted either.
    private int maxEntries = Integer.MAX_VALUE;
    private int evenShare = Integer.MAX_VALUE;
    private long maxAgeMillis = Long.MAX_VALUE;

    /** A key counts within the principal that chose it. */
    private record KeyName(Subject principal, String key) {}

    /**
     * Sets the bounds.
     *
     * @param tenants how many share them, at least 1
     */
    void bound(int entries, long maxAge, int tenants) {
        maxEntries = entries;
        maxAgeMillis = maxAge;
        evenShare = entries / tenants;
    }

    int finished() {
        return finished.size() + finishedKeyed.size();
    }

    /** Entries that a repetition of their admission may still ask for. */
    int keyed() {
        return byKey.size();
    }

    int size() {
        return byId.size();
    }

    int maxEntries() {
        return maxEntries;
    }

    /**
     * Whether a tenant may have one more keyed entry. Those of others never take its even share, so it finds room there
     * however many they have; all together stay below twice the bound.
     */
    boolean hasRoomForKey(String tenant) {
        int own = keyedByTenant.getOrDefault(tenant, 0);
        return own < maxEntries && (byKey.size() < maxEntries || own < evenShare);
    }

    @Nullable PermitEntry find(String permitId) {
        return byId.get(permitId);
    }

    @Nullable PermitEntry findByKey(Subject principal, String key) {
        return byKey.get(new KeyName(principal, key));
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
        IdempotencyKey key = entry.key();
        if (key != null) {
            PermitEntry before = byKey.put(new KeyName(entry.grant().owner(), key.key()), entry);
            if (before == null) {
                keyedByTenant.merge(entry.grant().tenant(), 1, Integer::sum);
            }
        }
        entry.previous = last;
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
    }

    void finish(PermitEntry entry) {
        (entry.key() == null ? finished : finishedKeyed).addLast(entry);
    }

    /**
     * Finds a finished permit to forget: one that is too old, or the oldest that no repetition may ask for while there are too
     * many. Takes it out; null if there is none.
     */
    @Nullable PermitEntry forgetOne(long nowBootNanos) {
        PermitEntry oldest = finished.peekFirst();
        if (oldest != null && (finished() > maxEntries || tooOld(oldest, nowBootNanos))) {
            finished.removeFirst();
            remove(oldest);
            return oldest;
        }
        PermitEntry keyed = finishedKeyed.peekFirst();
        if (keyed != null && tooOld(keyed, nowBootNanos)) {
            finishedKeyed.removeFirst();
            remove(keyed);
            return keyed;
        }
        return null;
    }

    private boolean tooOld(PermitEntry entry, long nowBootNanos) {
        return entry.permit() instanceof Permit.Settled settled
                && (nowBootNanos - settled.settledBootNanos()) / NANOS_PER_MILLI >= maxAgeMillis;
    }

    private void remove(PermitEntry entry) {
        byId.remove(entry.grant().permitId());
        IdempotencyKey key = entry.key();
        if (key != null && byKey.remove(new KeyName(entry.grant().owner(), key.key()), entry)) {
            keyedByTenant.computeIfPresent(entry.grant().tenant(), (_, count) -> count == 1 ? null : count - 1);
        }
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
