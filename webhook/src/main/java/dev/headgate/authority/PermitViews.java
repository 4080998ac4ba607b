package dev.headgate.authority;

import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Profile;
import org.jspecify.annotations.Nullable;

/** Renders permits for their owners, from what was granted and the clock of the answer. */
final class PermitViews {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Places of a fencing token below the boot epoch (design page 14, "Fencing tokens"). */
    static final int EPOCH_SHIFT = 40;

    private PermitViews() {}

    static PermitView of(Permit permit, long nowBootNanos) {
        return switch (permit) {
            case Permit.Queued queued -> view(queued, nowBootNanos, null, false, null, null);
            case Permit.Executing running ->
                view(running, nowBootNanos, running.executorId(), running.cancelRequested(), null, null);
            case Permit.Settled settled ->
                view(
                        settled,
                        nowBootNanos,
                        settled.executorId(),
                        settled.cancelRequested(),
                        settled.cause(),
                        settled.outcome());
        };
    }

    private static PermitView view(
            Permit permit,
            long nowBootNanos,
            @Nullable String executorId,
            boolean cancelRequested,
            @Nullable SettlementCause cause,
            @Nullable Outcome outcome) {
        Grant grant = permit.grant();
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
                Math.floorDiv(grant.deadlineBootNanos() - nowBootNanos, NANOS_PER_MILLI),
                grant.startByUnixMillis(),
                Math.floorDiv(grant.startByBootNanos() - nowBootNanos, NANOS_PER_MILLI),
                obligations(grant),
                executorId,
                cancelRequested,
                cause,
                outcome);
    }

    private static RevisionTuple tuple(Grant grant) {
        return new RevisionTuple(
                grant.tenant(),
                grant.revision().service(),
                grant.route().name(),
                grant.route().contract(),
                grant.function(),
                grant.revision().name(),
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
                profile.outputContract());
    }
}
