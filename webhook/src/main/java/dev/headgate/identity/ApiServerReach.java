package dev.headgate.identity;

import dev.headgate.identity.ClusterQuestions.Verdict;
import java.util.function.LongSupplier;

/**
 * Whether asking the API server is worth a caller's time. After a question without an answer nobody asks for
 * {@link #PAUSE_NANOS}, so that an outage costs one caller a deadline now and then, and not every caller each time.
 */
final class ApiServerReach {
    static final long PAUSE_NANOS = 5_000_000_000L;

    private final LongSupplier bootNanos;
    private boolean away;
    private long pausedUntilNanos;

    ApiServerReach(LongSupplier bootNanos) {
        this.bootNanos = bootNanos;
    }

    synchronized boolean mayAsk(long nowNanos) {
        return !away || nowNanos - pausedUntilNanos >= 0;
    }

    synchronized void heard(Verdict verdict) {
        away = verdict == Verdict.UNAVAILABLE;
        pausedUntilNanos = bootNanos.getAsLong() + PAUSE_NANOS;
    }
}
