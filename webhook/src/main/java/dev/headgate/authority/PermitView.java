package dev.headgate.authority;

import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
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
 * @param executorId who started it, if it was started
 * @param cancelRequested whether its owner wishes it to stop
 * @param settlementCause how it ended, if it did
 * @param outcome what its executor said of the end, if it did
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
        @Nullable String executorId,
        boolean cancelRequested,
        @Nullable SettlementCause settlementCause,
        @Nullable Outcome outcome) {

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
            @Nullable String outputContract) {}
}
