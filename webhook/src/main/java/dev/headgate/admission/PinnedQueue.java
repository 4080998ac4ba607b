package dev.headgate.admission;

import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.QueueClass;

/**
 * A queue class on a pin.
 *
 * @param policy the class
 * @param scope its scope, which limits queued permits and nothing else
 */
record PinnedQueue(QueueClass policy, ScopeLimits scope) {
    static PinnedQueue of(QueueClass policy) {
        return new PinnedQueue(
                policy,
                new ScopeLimits(
                        ScopeKey.queueClass(policy.name()),
                        new HeldLimits(HeldLimits.NONE, policy.maxQueued(), HeldLimits.NONE, HeldLimits.NONE)));
    }
}
