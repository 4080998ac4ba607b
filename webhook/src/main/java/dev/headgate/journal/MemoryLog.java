package dev.headgate.journal;

/**
 * The log of a ledger whose permits a restart forgets: nothing is kept, and nothing waits.
 *
 * @param <R> what is logged
 */
public final class MemoryLog<R> implements DurableLog<R> {
    private volatile long last;

    @Override
    public void append(long sequence, R record) {
        last = sequence;
    }

    @Override
    public long durableSequence() {
        return last;
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public void whenDurable(long sequence, DurabilityListener listener) {
        listener.durable();
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
        // There is nothing to give up.
    }
}
