package dev.headgate.admission;

import dev.headgate.admission.Eligibility.Eligible;
import dev.headgate.admission.ProfileCheck.Fit;
import dev.headgate.admission.ProfileCheck.PassedOver;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.ScopeLimits;
import java.util.List;

/**
 * Steps 13 to 15 of the decision: for each profile of the revision in its order, whether a cell class, the load, the deadline,
 * every scope and the queue allow it now. The first profile that passes is reserved. Runs under the ledger's exclusion, on a
 * clock that was sampled inside it; all checks come before the first change.
 */
public sealed interface AdmissionDecision permits AdmissionDecision.Granted, Rejection {

    /** Yes, and the ledger holds it. */
    record Granted(Permit.Queued permit) implements AdmissionDecision {}

    /**
     * The moment of a decision.
     *
     * @param bootNanos boot-time clock, sampled inside the exclusion
     * @param unixMillis wall clock, to tell the caller; nothing is decided by it
     * @param deadlineBootNanos the caller's absolute deadline, bound at arrival by {@link DeadlineCheck#bind}
     * @param fencingToken the token of the permit, if there will be one; above every token before it
     */
    record Moment(long bootNanos, long unixMillis, long deadlineBootNanos, long fencingToken) {}

    /** Decides, and reserves where the answer is yes. */
    static AdmissionDecision of(Eligible eligible, NodeLoad load, Moment moment, Ledger ledger) {
        ScopeLimits[] scopes = ProfileCheck.scopes(eligible);
        List<PinnedProfile> profiles = eligible.revision().revision().profiles();
        PassedOver furthest = null;
        for (int at = 0; at < profiles.size(); at++) {
            switch (ProfileCheck.of(eligible, profiles.get(at), load, moment, ledger, scopes)) {
                case Fit fit -> {
                    Grant grant = Grants.of(eligible, fit, moment);
                    return new Granted(ledger.reserve(grant, scopes, moment.fencingToken()));
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
}
