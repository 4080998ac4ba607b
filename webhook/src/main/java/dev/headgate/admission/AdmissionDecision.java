package dev.headgate.admission;

import dev.headgate.admission.Eligibility.Eligible;
import dev.headgate.admission.ProfileCheck.Fit;
import dev.headgate.admission.ProfileCheck.PassedOver;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.ledger.Transition;
import java.util.List;

/**
 * Steps 13 to 15 of the decision: for each profile of the revision in its order, whether a cell class, the load, the deadline,
 * every scope and the queue allow it now. The first profile that passes is reserved. Runs under the ledger's exclusion, on a
 * clock that was sampled inside it; all checks come before the first change.
 */
public sealed interface AdmissionDecision permits AdmissionDecision.Granted, Rejection {

    /**
     * Yes, and the ledger holds it.
     *
     * @param permit queued, or executing where the admission was to start it
     * @param sequence of its record
     */
    record Granted(Permit permit, long sequence) implements AdmissionDecision {}

    /**
     * The moment of a decision.
     *
     * @param bootNanos boot-time clock, sampled inside the exclusion
     * @param unixMillis wall clock, to tell the caller; nothing is decided by it
     * @param deadlineBootNanos the caller's absolute deadline, bound at arrival by {@link DeadlineCheck#bind}
     * @param monotonicNanos the monotonic clock likewise; only an execution that starts now needs it
     * @param fencingToken the token of the permit, if there will be one; above every token before it, and so is the next,
     *     which an admission that starts takes besides
     */
    record Moment(long bootNanos, long unixMillis, long deadlineBootNanos, long monotonicNanos, long fencingToken) {}

    /** Decides, and reserves where the answer is yes. */
    static AdmissionDecision of(Eligible eligible, NodeLoad load, Moment moment, Ledger ledger) {
        ScopeLimits[] scopes = ProfileCheck.scopes(eligible);
        List<PinnedProfile> profiles = eligible.revision().revision().profiles();
        PassedOver furthest = null;
        for (int at = 0; at < profiles.size(); at++) {
            switch (ProfileCheck.of(eligible, profiles.get(at), load, moment, ledger, scopes)) {
                case Fit fit -> {
                    return reserve(eligible, fit, moment, ledger, scopes);
                }
                case PassedOver over -> {
                    if (furthest == null || over.step() > furthest.step()) {
                        furthest = over;
                    }
                }
            }
        }
        if (furthest == null) {
            throw new IllegalStateException("a compiled revision has a profile");
        }
        return furthest.rejection();
    }

    private static AdmissionDecision reserve(
            Eligible eligible, Fit fit, Moment moment, Ledger ledger, ScopeLimits[] scopes) {
        IdempotencyKey key = eligible.request().idempotencyKey();
        if (key != null
                && !ledger.hasRoomForKey(eligible.principal().tenant().policy().name())) {
            return Rejection.of(Reason.HISTORY_FULL);
        }
        Grant grant = Grants.of(eligible, fit, moment);
        String executorId = eligible.request().startExecutorId();
        Transition.Made made = executorId == null
                ? ledger.reserve(grant, scopes, moment.fencingToken(), key)
                : ledger.reserveStarted(
                        grant,
                        scopes,
                        moment.fencingToken(),
                        key,
                        executorId,
                        moment.fencingToken() + 1,
                        moment.monotonicNanos());
        return new Granted(made.permit(), made.sequence());
    }
}
