package dev.headgate.ledger;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Live permits by the moment at which something becomes due for them by time alone: a binary heap that knows each entry's
 * place, so that a transition takes its entry out at once and nothing stale is kept. Grants come in nearly the order of their
 * times, so an insertion mostly stays at the bottom; a removal costs the logarithm of what waits. Ties go in the order of
 * grants.
 */
final class DueTimes {
    private @Nullable PermitEntry[] heap = new @Nullable PermitEntry[16];
    private int size;

    /** Lets an entry that is not in here wait for a moment. */
    void add(PermitEntry entry, long dueBootNanos) {
        entry.dueBootNanos = dueBootNanos;
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        size++;
        rise(size - 1, entry);
    }

    /** Takes an entry out, if it waits at all. */
    void remove(PermitEntry entry) {
        int index = entry.dueIndex;
        if (index == PermitEntry.NOT_WAITING) {
            return;
        }
        entry.dueIndex = PermitEntry.NOT_WAITING;
        size--;
        PermitEntry last = at(size);
        heap[size] = null;
        if (last != entry) {
            if (index > 0 && before(last, at((index - 1) >>> 1))) {
                rise(index, last);
            } else {
                sink(index, last);
            }
        }
    }

    /** The first entry whose moment has come, or null. */
    @Nullable PermitEntry due(long nowBootNanos) {
        return size > 0 && at(0).dueBootNanos <= nowBootNanos ? at(0) : null;
    }

    private void rise(int from, PermitEntry entry) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            PermitEntry above = at(parent);
            if (!before(entry, above)) {
                break;
            }
            place(index, above);
            index = parent;
        }
        place(index, entry);
    }

    private void sink(int from, PermitEntry entry) {
        int index = from;
        int half = size >>> 1;
        while (index < half) {
            int child = 2 * index + 1;
            if (child + 1 < size && before(at(child + 1), at(child))) {
                child++;
            }
            PermitEntry below = at(child);
            if (!before(below, entry)) {
                break;
            }
            place(index, below);
            index = child;
        }
        place(index, entry);
    }

    private void place(int index, PermitEntry entry) {
        heap[index] = entry;
        entry.dueIndex = index;
    }

    private PermitEntry at(int index) {
        PermitEntry entry = heap[index];
        if (entry == null) {
            throw new IllegalStateException("a hole in the heap");
        }
        return entry;
    }

    private static boolean before(PermitEntry one, PermitEntry other) {
        return one.dueBootNanos < other.dueBootNanos
                || (one.dueBootNanos == other.dueBootNanos
                        && one.grant().permitId().compareTo(other.grant().permitId()) < 0);
    }
}
