package dev.headgate.node;

import dev.headgate.authority.LedgerAuthority;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies what is due while nobody calls: one bounded turn every so often, and the next at once while more is due. Calls apply
 * what is due for their own permit themselves, so nothing depends on the rhythm but when capacity comes back by itself.
 */
final class DueTurns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DueTurns.class);
    private static final long EVERY_MILLIS = 50;

    private final LedgerAuthority authority;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headgate-due").factory());

    DueTurns(LedgerAuthority authority) {
        this.authority = authority;
        var _ = thread.scheduleWithFixedDelay(this::turns, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void turns() {
        try {
            boolean more = true;
            while (more) {
                // Each turn gives the exclusion back, so that callers get between.
                boolean moreDue = authority.applyDue();
                more = authority.rewriteOldest() || moreDue;
            }
        } catch (RuntimeException e) {
            LOG.error("what was due could not be applied", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
