package dev.headgate.ledger;

import dev.headgate.policy.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A permit in one state of its life. Each state offers only its legal transitions (design page 3), and a transition makes a
 * new value; the ledger moves the counters with it.
 */
public sealed interface Permit {

    /** What was granted. */
    Grant grant();

    /** The fencing token that counts in this state. */
    long fencingToken();

    /** Which state it is. */
    PermitState state();

    /** Admitted, and waiting for its start. Holds a queue slot besides everything else. */
    record Queued(Grant grant, long fencingToken) implements Permit {
        @Override
        public PermitState state() {
            return PermitState.QUEUED;
        }

        Executing start(String executorId, Subject startedBy, long newFencingToken) {
            if (newFencingToken <= fencingToken) {
                throw new IllegalArgumentException("a fencing token must rise");
            }
            return new Executing(grant, newFencingToken, executorId, startedBy, false);
        }

        Settled cancel(long nowBootNanos) {
            return new Settled(grant, fencingToken, null, true, SettlementCause.CANCELLED, null, nowBootNanos);
        }

        Settled expire(long nowBootNanos) {
            return new Settled(grant, fencingToken, null, false, SettlementCause.EXPIRED, null, nowBootNanos);
        }
    }

    /**
     * Started. Past its deadline it still holds its capacity: nothing but its completion gives that back.
     *
     * @param executorId who said it runs it
     * @param startedBy the authenticated subject that said so
     * @param cancelRequested whether its owner wishes it to stop
     */
    record Executing(Grant grant, long fencingToken, String executorId, Subject startedBy, boolean cancelRequested)
            implements Permit {
        @Override
        public PermitState state() {
            return PermitState.EXECUTING;
        }

        Executing requestCancel() {
            return cancelRequested ? this : new Executing(grant, fencingToken, executorId, startedBy, true);
        }

        Settled complete(Outcome outcome, long nowBootNanos) {
            return new Settled(
                    grant, fencingToken, executorId, cancelRequested, SettlementCause.COMPLETED, outcome, nowBootNanos);
        }
    }

    /**
     * Over. Holds nothing, and offers no transition.
     *
     * @param executorId who ran it, if it ran
     * @param cancelRequested whether its owner had wished it to stop
     * @param cause why it is over
     * @param outcome how it ended, if it ran
     * @param settledBootNanos boot-time clock at the settlement
     */
    record Settled(
            Grant grant,
            long fencingToken,
            @Nullable String executorId,
            boolean cancelRequested,
            SettlementCause cause,
            @Nullable Outcome outcome,
            long settledBootNanos)
            implements Permit {
        @Override
        public PermitState state() {
            return PermitState.SETTLED;
        }
    }
}
