package dev.headgate.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each scope holds. A scope that holds nothing has no entry, so nothing grows with names that come and go. */
final class Counters {
    private final Map<ScopeKey, ScopeUsage> usages = new HashMap<>();

    // What the last check of room found, so that the charge after it need not look everything up again. Forgotten by
    // every
    // change of a counter.
    private ScopeUsage[] checked = new ScopeUsage[0];
    private ScopeLimits @Nullable [] checkedFor;
    private long checkedCpuFuel;
    private long checkedMemoryBytes;

    /** The first of the scopes, in their order, that has no room for one more permit. Changes no counter. */
    Room room(ScopeLimits[] scopes, long cpuFuel, long memoryBytes) {
        if (scopes.length != checked.length) {
            checked = new ScopeUsage[scopes.length];
        }
        checkedFor = null;
        for (int at = 0; at < scopes.length; at++) {
            ScopeLimits scope = scopes[at];
            ScopeUsage usage = of(scope.key());
            Room room = usage.room(scope.key().kind(), scope.limits(), cpuFuel, memoryBytes);
            if (room != Room.Free.FREE) {
                return room;
            }
            checked[at] = usage;
        }
        checkedFor = scopes;
        checkedCpuFuel = cpuFuel;
        checkedMemoryBytes = memoryBytes;
        return Room.Free.FREE;
    }

    /**
     * Charges what the last {@link #room} was asked for.
     *
     * @throws IllegalArgumentException if that was something else, or something changed in between
     */
    @SuppressWarnings("ReferenceEquality") // The very scopes that were checked, not equal ones.
    ScopeUsage[] charge(ScopeLimits[] scopes, long cpuFuel, long memoryBytes) {
        if (checkedFor != scopes
                || checkedCpuFuel != cpuFuel
                || checkedMemoryBytes != memoryBytes
                || cpuFuel < 0
                || memoryBytes < 0) {
            throw new IllegalArgumentException("a reservation without a check");
        }
        ScopeUsage[] charged = checked.clone();
        for (int at = 0; at < charged.length; at++) {
            if (charged[at] == ScopeUsage.EMPTY) {
                charged[at] = entry(scopes[at].key());
            }
            charged[at].charge(cpuFuel, memoryBytes);
        }
        checkedFor = null;
        return charged;
    }

    /** Charges without any limit: what a permit holds that was granted before. */
    ScopeUsage[] restore(ScopeKey[] keys, long cpuFuel, long memoryBytes, boolean withQueueSlot) {
        checkedFor = null;
        ScopeUsage[] charged = new ScopeUsage[keys.length];
        for (int at = 0; at < keys.length; at++) {
            charged[at] = entry(keys[at]);
            charged[at].charge(cpuFuel, memoryBytes);
            if (!withQueueSlot) {
                charged[at].releaseQueueSlot();
            }
        }
        return charged;
    }

    private ScopeUsage entry(ScopeKey key) {
        ScopeUsage usage = usages.get(key);
        if (usage == null) {
            usage = new ScopeUsage(key);
            usages.put(key, usage);
        }
        return usage;
    }

    void releaseQueueSlot(ScopeUsage[] charged) {
        checkedFor = null;
        for (ScopeUsage usage : charged) {
            usage.releaseQueueSlot();
        }
    }

    void release(ScopeUsage[] charged, long cpuFuel, long memoryBytes, boolean withQueueSlot) {
        checkedFor = null;
        for (ScopeUsage usage : charged) {
            usage.release(withQueueSlot, cpuFuel, memoryBytes);
            if (usage.holdsNothing()) {
                usages.remove(usage.key());
            }
        }
    }

    /** The counters of a scope; those of an empty one if it holds nothing. */
    ScopeUsage of(ScopeKey key) {
        return usages.getOrDefault(key, ScopeUsage.EMPTY);
    }

    /** Everything that is counted, in the order of keys. */
    Map<ScopeKey, Usage> read() {
        Map<ScopeKey, Usage> all = new TreeMap<>();
        usages.forEach((key, usage) -> all.put(key, usage.read()));
        return all;
    }
}
