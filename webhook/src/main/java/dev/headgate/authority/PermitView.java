package dev.headgate.authority;

import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Doubt;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.ThreadingModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a permit sees of it, at one moment (design page 6, "Permit").
 *
 * @param permitId unique for ever
 * @param fencingToken the one that counts now; rises at start; never reused on this node
 * @param bootEpoch rises with each start of the node process
 * @param policyName policy, generation and digest of the pin that decided
 * @param onBehalfOf the end user that was named, if one was
 * @param deadlineUnixMillis wall-clock reading of the deadline; the deadline itself is monotonic
 * @param deadlineInMillis what is left, counted from this answer; negative once it has passed
 * @param startByUnixMillis the latest start: deadline less minimum execution time and margin, or the end of the queue lease
 * @param startByInMillis what is left of that
 * @param lease until when it holds without a sign of life, while it is not settled
 * @param executorId who started it, if it was started
 * @param cancelRequested whether its owner wishes it to stop
 * @param doubt why nobody knows whether it runs, while that is so
 * @param settlementCause how it ended, if it did
 * @param completion what its executor said of the end, if it did
 * @param statement what the administrator said who settled it, if one did
 */
public record PermitView(
        String permitId,
        String activationId,
        PermitState state,
        long fencingToken,
        long bootEpoch,
        String policyName,
        RevisionTuple revision,
        String profile,
        CellClassName cellClass,
        String queueClass,
        String trustClass,
        @Nullable String onBehalfOf,
        Budget budget,
        long deadlineUnixMillis,
        long deadlineInMillis,
        long startByUnixMillis,
        long startByInMillis,
        Obligations obligations,
        @Nullable Lease lease,
        @Nullable String executorId,
        boolean cancelRequested,
        @Nullable Doubt doubt,
        @Nullable SettlementCause settlementCause,
        @Nullable Completion completion,
        @Nullable String statement) {

    /**
     * Until when the permit holds without a sign of life; a settled one has none.
     *
     * @param kind the state whose lease it is
     * @param expiresAtUnixMillis wall-clock reading of its end; the lease itself is monotonic
     * @param expiresInMillis what is left, counted from this answer; negative once it is over
     * @param renewalSequence of the last renewal, 0 before the first
     */
    public record Lease(PermitState kind, long expiresAtUnixMillis, long expiresInMillis, long renewalSequence) {}

    /** What the runtime must enforce besides the budget and the deadline: every field of the chosen profile. */
    public record Obligations(
            Backend backend,
            ThreadingModel threadingModel,
            StateModel stateModel,
            List<String> features,
            int maxCallDepth,
            int priority,
            long maxPayloadBytes,
            @Nullable String route,
            @Nullable String outputContract,
            ExecutionBound executionBound) {}
}
