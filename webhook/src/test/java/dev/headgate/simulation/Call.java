package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.PermitState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a caller asks of a node. */
sealed interface Call {
    /** Who asks, as its credentials say. */
    Caller caller();

    record Admit(Caller caller, AdmissionRequest request) implements Call {}

    record Start(Caller caller, String permitId, String executorId) implements Call {}

    record Renew(Caller caller, String permitId, @Nullable Long token, long sequence) implements Call {}

    /** Renewals of different permits, in one. */
    record RenewAll(Caller caller, List<Renew> renewals) implements Call {}

    record Complete(
            Caller caller, String permitId, @Nullable Long token, Completion completion) implements Call {}

    record Cancel(Caller caller, String permitId) implements Call {}

    record CancelActivation(Caller caller, @Nullable String tenant, String activationId) implements Call {}

    record Terminate(Caller caller, String permitId, String statement) implements Call {}

    record Read(Caller caller, String permitId) implements Call {}

    /** The caller's live permits of an activation. */
    record Find(Caller caller, String activationId) implements Call {}

    /**
     * What came of a call.
     *
     * @param reason of the refusal, or null
     * @param view what was given, where it is one permit
     * @param replayed whether it repeats an earlier grant
     * @param stateNow where a granted permit is by now
     * @param found what a {@link Find} gave
     * @param sequence of the record that the answer waits for
     */
    record Reply(
            @Nullable Reason reason,
            @Nullable PermitView view,
            boolean replayed,
            @Nullable PermitState stateNow,
            List<PermitView> found,
            long sequence) {

        /** A 503 that says that the outcome is not known. */
        static final Reply UNKNOWN = new Reply(Reason.JOURNAL_UNAVAILABLE, null, false, null, List.of(), 0);

        static Reply refused(Reason reason, long sequence) {
            return new Reply(reason, null, false, null, List.of(), sequence);
        }

        boolean given() {
            return reason == null;
        }
    }
}
