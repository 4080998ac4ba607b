package dev.headgate.http;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;

/**
 * The requests of one event loop whose bodies have not ended. All have the same time, so the oldest is due first: one
 * sweep for all of them instead of a timer for each. Used on its event loop only.
 */
final class BodyDeadlines {
    private final long deadlineNanos;
    private final SequencedSet<Entry> waiting = new LinkedHashSet<>();

    BodyDeadlines(long deadlineMillis) {
        deadlineNanos = TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
    }

    /** A request that is waited for; equal to itself only. */
    final class Entry {
        private final Runnable late;
        private final long startedNanos;

        private Entry(Runnable late, long startedNanos) {
            this.late = late;
            this.startedNanos = startedNanos;
        }

        /** It came to its end. */
        void done() {
            waiting.remove(this);
        }
    }

    /** Waits for a request; what shall happen when it is late happens in {@link #sweep}. */
    Entry await(long nowNanos, Runnable late) {
        Entry entry = new Entry(late, nowNanos);
        waiting.add(entry);
        return entry;
    }

    /** Ends the waiting for all that are late. */
    void sweep(long nowNanos) {
        while (!waiting.isEmpty() && nowNanos - waiting.getFirst().startedNanos >= deadlineNanos) {
            waiting.removeFirst().late.run();
        }
    }
}
