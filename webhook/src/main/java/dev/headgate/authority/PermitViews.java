package dev.headgate.authority;

import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Execution;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.Permit;
import dev.headgate.policy.Profile;
import org.jspecify.annotations.Nullable;

/** Renders permits for their owners, from what was granted and the clock of the answer. */
final class PermitViews {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Places of a fencing token below the boot epoch (design page 14, "Fencing tokens"). */
    static final int EPOCH_SHIFT = 40;

    private PermitViews() {}

    static PermitView of(Permit permit, long nowBootNanos) {
        Grant grant = permit.grant();
        Execution execution = permit.execution();
        Permit.Settled settled = permit instanceof Permit.Settled over ? over : null;
        return new PermitView(
                grant.permitId(),
                grant.activationId(),
                permit.state(),
                permit.fencingToken(),
                permit.fencingToken() >>> EPOCH_SHIFT,
                grant.policy().name(),
                tuple(grant),
                grant.profile().name(),
                grant.cellClass(),
                grant.queueClass(),
                grant.revision().trustClass(),
                grant.onBehalfOf(),
                grant.budget(),
                grant.deadlineUnixMillis(),
                millis(grant.deadlineBootNanos() - nowBootNanos),
                grant.startByUnixMillis(),
                millis(grant.startByBootNanos() - nowBootNanos),
                obligations(grant),
                lease(permit, nowBootNanos),
                execution == null ? null : execution.executorId(),
                permit.cancelRequested(),
                permit instanceof Permit.Uncertain doubted ? doubted.doubt() : null,
                settled == null ? null : settled.cause(),
                settled == null ? null : settled.completion(),
                settled == null ? null : settled.statement());
    }

    private static PermitView.@Nullable Lease lease(Permit permit, long nowBootNanos) {
        return switch (permit) {
            case Permit.Queued queued -> lease(queued, queued.grant().startByBootNanos(), 0, nowBootNanos);
            case Permit.Executing running ->
                lease(running, running.leaseEndBootNanos(), running.renewalSequence(), nowBootNanos);
            case Permit.Uncertain doubted ->
                lease(doubted, doubted.leaseEndBootNanos(), doubted.renewalSequence(), nowBootNanos);
            case Permit.Settled _ -> null;
        };
    }

    private static PermitView.Lease lease(Permit permit, long endBootNanos, long renewalSequence, long nowBootNanos) {
        Grant grant = permit.grant();
        return new PermitView.Lease(
                permit.state(),
                grant.deadlineUnixMillis() - millis(grant.deadlineBootNanos() - endBootNanos),
                millis(endBootNanos - nowBootNanos),
                renewalSequence);
    }

    private static long millis(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_MILLI);
    }

    private static RevisionTuple tuple(Grant grant) {
        return new RevisionTuple(
                grant.tenant(),
                grant.revision().service(),
                grant.revision().route(),
                grant.revision().contract(),
                grant.function(),
                grant.revision().revision(),
                grant.revision().release(),
                grant.policy().generation(),
                grant.policy().digest());
    }

    private static PermitView.Obligations obligations(Grant grant) {
        Profile profile = grant.profile();
        return new PermitView.Obligations(
                profile.backend(),
                profile.threadingModel(),
                profile.stateModel(),
                profile.features(),
                profile.maxCallDepth(),
                grant.priority(),
                grant.payloadBytes(),
                profile.route(),
                profile.outputContract(),
                profile.executionBound());
    }
}
