package dev.headgate.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal with its thread: writes what is appended as soon as the disk has taken what was before, so that the more waits the
 * more goes into one sync. The thread is never interrupted, because that would close its files.
 *
 * @param <R> what is logged; immutable
 */
public final class Journal<R> implements DurableLog<R>, AutoCloseable {
    /** How long an idle journal waits before it says that its last batch is on stable storage (design page 14). */
    private static final long IDLE_MILLIS = 50;

    private static final long FIRST_RETRY_MILLIS = 50;
    private static final long LAST_RETRY_MILLIS = 2_000;
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final JournalCore<R> core;
    private final LongConsumer syncedNanos;
    private final Runnable failed;
    private final Thread thread;
    private volatile boolean ending;

    /**
     * Starts writing.
     *
     * @param syncedNanos told how long each write with its sync took
     * @param failed told of each that failed
     */
    public Journal(JournalCore<R> core, LongConsumer syncedNanos, Runnable failed) {
        this.core = core;
        this.syncedNanos = syncedNanos;
        this.failed = failed;
        thread = Thread.ofPlatform().name("headgate-journal").daemon().start(this::run);
    }

    @Override
    public void append(long sequence, R record) {
        core.append(sequence, record);
    }

    @Override
    public long durableSequence() {
        return core.durableSequence();
    }

    @Override
    public boolean available() {
        return core.available();
    }

    @Override
    public void whenDurable(long sequence, DurabilityListener listener) {
        core.whenDurable(sequence, listener);
    }

    @Override
    public boolean wantsRewrite(long live) {
        return core.wantsRewrite(live);
    }

    @Override
    public long oldestStretchEnd() {
        return core.oldestStretchEnd();
    }

    @Override
    public void release(long firstNeeded) {
        core.release(firstNeeded);
    }

    /** Room that it takes on the disk. */
    public long bytes() {
        return core.bytes();
    }

    private void run() {
        long retryMillis = 0;
        while (true) {
            try {
                boolean something = core.awaitPending(retryMillis > 0 ? 0 : IDLE_MILLIS);
                if (!something && ending) {
                    return;
                }
                if (something) {
                    long before = System.nanoTime();
                    core.flush();
                    syncedNanos.accept(System.nanoTime() - before);
                } else if (core.idleHeaderDue()) {
                    core.writeIdleHeader();
                }
                if (retryMillis > 0) {
                    LOG.info("the journal can be written again");
                }
                retryMillis = 0;
            } catch (IOException e) {
                failed.run();
                if (retryMillis == 0) {
                    LOG.error("the journal cannot be written; nothing is granted until it can", e);
                }
                if (ending) {
                    return;
                }
                retryMillis = Math.clamp(retryMillis * 2, FIRST_RETRY_MILLIS, LAST_RETRY_MILLIS);
                pause(retryMillis);
            } catch (InterruptedException _) {
                throw new IllegalStateException("the journal's thread is never interrupted");
            }
        }
    }

    private static void pause(long millis) throws IllegalStateException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException _) {
            throw new IllegalStateException("the journal's thread is never interrupted");
        }
    }

    /** Writes what is pending, as far as the disk takes it, and ends. */
    @Override
    public void close() {
        ending = true;
        core.wake();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
            core.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("a segment of the journal did not close", e);
        }
    }
}
