package dev.headgate.ledger;

/** What a repeated admission gets (design pages 3 and 14). */
public sealed interface Repetition {

    /** The key stands for another request. */
    enum Conflict implements Repetition {
        CONFLICT
    }

    /**
     * The grant of before.
     *
     * @param granted the permit as it was granted
     * @param stateNow where it is by now
     * @param sequence of the last record that touched it
     */
    record Granted(Permit granted, PermitState stateNow, long sequence) implements Repetition {}

    /**
     * A right to run was granted with the admission, and has ended: it is not given out again.
     *
     * @param obstacle why
     * @param permit as it stands
     * @param sequence of the last record that touched it
     */
    record Ended(Transition.Obstacle obstacle, Permit permit, long sequence) implements Repetition {}

    /** What the repetition of the admission of an entry gets now. */
    static Repetition of(PermitEntry entry, long nowBootNanos) {
        Permit permit = entry.permit();
        Grant grant = permit.grant();
        Permit.Queued queued = new Permit.Queued(grant, PermitIds.token(grant.permitId()));
        String startedAs = entry.startedAs();
        if (startedAs == null) {
            return new Granted(queued, permit.state(), entry.touched);
        }
        Execution execution = permit.execution();
        if (permit instanceof Permit.Settled || execution == null) {
            return new Ended(Transition.Obstacle.SETTLED, permit, entry.touched);
        }
        if (grant.deadlinePassed(nowBootNanos)) {
            return new Ended(Transition.Obstacle.EXPIRED, permit, entry.touched);
        }
        // As it was started, whatever became of lease and renewals since.
        return new Granted(
                new Permit.Executing(
                        grant, permit.fencingToken(), execution, grant.leaseEnd(grant.grantedBootNanos()), 0, false),
                permit.state(),
                entry.touched);
    }
}
