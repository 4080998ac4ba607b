package dev.headgate.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * A log whose disk a test holds in its hands: everything is durable at once, until it stalls; then what was appended waits until
 * {@link #sync}, or fails. Safe for threads.
 *
 * @param <R> what is logged
 */
public final class TestingLog<R> implements DurableLog<R> {
    private final List<R> records = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private long appended;
    private long durable;
    private boolean stalled;
    private boolean broken;

    private record Waiting(long sequence, DurabilityListener listener) {}

    @Override
    public synchronized void append(long sequence, R record) {
        if (sequence != appended + 1) {
            throw new IllegalArgumentException("out of order");
        }
        appended = sequence;
        records.add(record);
        if (!stalled && !broken) {
            durable = appended;
        }
    }

    @Override
    public synchronized long durableSequence() {
        return durable;
    }

    @Override
    public synchronized boolean available() {
        return !broken;
    }

    @Override
    public void whenDurable(long sequence, DurabilityListener listener) {
        boolean known;
        boolean yes;
        synchronized (this) {
            yes = sequence <= durable;
            known = yes || broken;
            if (!known) {
                waiting.add(new Waiting(sequence, listener));
            }
        }
        if (known) {
            if (yes) {
                listener.durable();
            } else {
                listener.undurable();
            }
        }
    }

    /** What was appended, in order. */
    public synchronized List<R> records() {
        return List.copyOf(records);
    }

    /** From now on nothing becomes durable by itself. */
    public synchronized void stall() {
        stalled = true;
    }

    /** From now on nothing becomes durable, and everybody is told so. */
    public void fail() {
        List<Waiting> told;
        synchronized (this) {
            broken = true;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(one -> one.listener.undurable());
    }

    /** Everything appended is durable, and so is what comes. */
    public void sync() {
        List<Waiting> told;
        synchronized (this) {
            stalled = false;
            broken = false;
            durable = appended;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(one -> one.listener.durable());
    }

    @Override
    public boolean wantsRewrite(long live) {
        return false;
    }

    @Override
    public long oldestStretchEnd() {
        return 0;
    }

    @Override
    public void release(long firstNeeded) {
        // Nothing is given up.
    }
}
