package dev.headgate.ledger;

import dev.headgate.policy.CellClassName;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The live permits of one tenant by activation id, and how long its queues take. Gone with the tenant's last live permit. */
final class LiveTenant {
    private final Map<String, PermitEntry> byActivation = new HashMap<>();
    private final Map<CellClassName, CellQueue> queues = new EnumMap<>(CellClassName.class);

    @Nullable PermitEntry find(String activationId) {
        return byActivation.get(activationId);
    }

    void admitted(PermitEntry entry) {
        byActivation.put(entry.grant().activationId(), entry);
    }

    void queued(PermitEntry entry) {
        queue(entry.grant().cellClass()).queued++;
    }

    void leftQueue(Grant grant) {
        queue(grant.cellClass()).queued--;
    }

    void settled(Grant grant) {
        byActivation.remove(grant.activationId());
    }

    boolean hasNoPermit() {
        return byActivation.isEmpty();
    }

    void started(Grant grant, long nowBootNanos, boolean cellWasFree) {
        // A start while a cell was free shows how slow the caller was, not how long the queue is.
        long delayNanos = cellWasFree ? 0 : Math.max(0, nowBootNanos - grant.grantedBootNanos());
        queue(grant.cellClass()).delays.record(nowBootNanos, delayNanos);
    }

    long queueDelayNanos(CellClassName cellClass, long nowBootNanos) {
        CellQueue queue = queues.get(cellClass);
        return queue == null || queue.queued == 0 ? 0 : queue.delays.meanNanos(nowBootNanos);
    }

    private CellQueue queue(CellClassName cellClass) {
        CellQueue queue = queues.get(cellClass);
        if (queue == null) {
            queue = new CellQueue();
            queues.put(cellClass, queue);
        }
        return queue;
    }

    /** What of the tenant waits for one cell class. */
    private static final class CellQueue {
        private final DelayWindow delays = new DelayWindow();
        private long queued;
    }
}
