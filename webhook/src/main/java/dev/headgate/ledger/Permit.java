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

    /** Who runs or ran it, or null if it was never started. */
    @Nullable Execution execution();

    /** Whether its owner wishes it to stop, or had wished so. */
    boolean cancelRequested();

    /** Admitted, and waiting for its start. Holds a queue slot besides everything else. */
    record Queued(Grant grant, long fencingToken) implements Permit {
        @Override
        public PermitState state() {
            return PermitState.QUEUED;
        }

        @Override
        public @Nullable Execution execution() {
            return null;
        }

        @Override
        public boolean cancelRequested() {
            return false;
        }

        Executing start(
                String executorId, Subject startedBy, long newFencingToken, long nowBootNanos, long nowMonotonicNanos) {
            if (newFencingToken <= fencingToken) {
                throw new IllegalArgumentException("a fencing token must rise");
            }
            return new Executing(
                    grant,
                    newFencingToken,
                    grant.execution(executorId, startedBy, nowBootNanos, nowMonotonicNanos),
                    grant.leaseEnd(nowBootNanos),
                    0,
                    false);
        }

        Settled cancel(long nowBootNanos) {
            return new Settled(grant, fencingToken, null, true, SettlementCause.CANCELLED, null, null, nowBootNanos);
        }

        Settled expire(long nowBootNanos) {
            return new Settled(grant, fencingToken, null, false, SettlementCause.EXPIRED, null, null, nowBootNanos);
        }
    }

    /**
     * Started. Past its deadline it still holds its capacity.
     *
     * @param leaseEndBootNanos boot-time clock at the end of the lease, never after the deadline
     * @param renewalSequence of the last renewal, 0 before the first
     */
    record Executing(
            Grant grant,
            long fencingToken,
            Execution execution,
            long leaseEndBootNanos,
            long renewalSequence,
            boolean cancelRequested)
            implements Permit {
        @Override
        public PermitState state() {
            return PermitState.EXECUTING;
        }

        /** Whether the lease is over; its very end is still in time. */
        boolean leaseMissed(long nowBootNanos) {
            return nowBootNanos > leaseEndBootNanos;
        }

        Executing renew(long sequence, long nowBootNanos) {
            return new Executing(
                    grant, fencingToken, execution, grant.leaseEnd(nowBootNanos), sequence, cancelRequested);
        }

        Executing requestCancel() {
            return cancelRequested
                    ? this
                    : new Executing(grant, fencingToken, execution, leaseEndBootNanos, renewalSequence, true);
        }

        Uncertain doubt(Doubt doubt, long nowBootNanos) {
            return new Uncertain(
                    grant,
                    fencingToken,
                    execution,
                    leaseEndBootNanos,
                    renewalSequence,
                    cancelRequested,
                    doubt,
                    nowBootNanos);
        }

        Settled complete(Completion completion, long nowBootNanos) {
            return new Settled(
                    grant,
                    fencingToken,
                    execution,
                    cancelRequested,
                    SettlementCause.COMPLETED,
                    completion,
                    null,
                    nowBootNanos);
        }
    }

    /**
     * Started, and nobody knows whether it still runs. Holds what it held while executing: silence is no evidence that work has
     * stopped (seed 003, proposal 3).
     *
     * @param doubt why
     * @param sinceBootNanos boot-time clock when it became so
     */
    record Uncertain(
            Grant grant,
            long fencingToken,
            Execution execution,
            long leaseEndBootNanos,
            long renewalSequence,
            boolean cancelRequested,
            Doubt doubt,
            long sinceBootNanos)
            implements Permit {
        @Override
        public PermitState state() {
            return PermitState.UNCERTAIN;
        }

        Executing renew(long sequence, long nowBootNanos) {
            return new Executing(
                    grant, fencingToken, execution, grant.leaseEnd(nowBootNanos), sequence, cancelRequested);
        }

        Uncertain requestCancel() {
            return cancelRequested
                    ? this
                    : new Uncertain(
                            grant,
                            fencingToken,
                            execution,
                            leaseEndBootNanos,
                            renewalSequence,
                            true,
                            doubt,
                            sinceBootNanos);
        }

        Settled complete(Completion completion, long nowBootNanos) {
            return settle(SettlementCause.COMPLETED, completion, null, nowBootNanos);
        }

        Settled terminate(String statement, long nowBootNanos) {
            return settle(SettlementCause.TERMINATED, null, statement, nowBootNanos);
        }

        Settled boundPassed(long nowBootNanos) {
            return settle(SettlementCause.BOUND_PASSED, null, null, nowBootNanos);
        }

        private Settled settle(
                SettlementCause cause, @Nullable Completion completion, @Nullable String statement, long nowBootNanos) {
            return new Settled(
                    grant, fencingToken, execution, cancelRequested, cause, completion, statement, nowBootNanos);
        }
    }

    /**
     * Over. Holds nothing, and offers no transition; only a release by bound still takes the report of its executor, once.
     *
     * @param cause why it is over
     * @param completion what its executor said of the end, if it did
     * @param statement what the administrator said who settled it, if one did
     * @param settledBootNanos boot-time clock at the settlement
     */
    record Settled(
            Grant grant,
            long fencingToken,
            @Nullable Execution execution,
            boolean cancelRequested,
            SettlementCause cause,
            @Nullable Completion completion,
            @Nullable String statement,
            long settledBootNanos)
            implements Permit {
        @Override
        public PermitState state() {
            return PermitState.SETTLED;
        }

        Settled report(Completion late) {
            return new Settled(
                    grant, fencingToken, execution, cancelRequested, cause, late, statement, settledBootNanos);
        }
    }
}
