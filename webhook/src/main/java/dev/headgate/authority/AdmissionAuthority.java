package dev.headgate.authority;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one authority over the life of every unit of work on a node. Each call takes the node's one exclusion once, samples
 * the clock inside it, and answers with a value; none blocks on anything else.
 *
 * <p>Permit routes need no pin and consult no policy (design page 14, "Permits"). A permit of somebody else is
 * {@code permit-not-found}, the same as none.
 */
public interface AdmissionAuthority {
    /** The longest statement of an administrator, in UTF-8 bytes. */
    int MAX_STATEMENT_BYTES = 1024;

    /** Steps 2 and 4 to 15 of the decision (design page 2); with {@code startExecutorId} the work is started with it. */
    Answer<Admitted> admit(Caller caller, AdmissionRequest request);

    /** Steps 2 and 5 to 8: which revision an admission of now would take. */
    Answer<RevisionTuple> resolve(Caller caller, ResolutionRequest request);

    /** One's own permit, live or finished; any permit for an administrator. */
    Answer<PermitView> read(Caller caller, String permitId);

    /** One's own permits, live ones and finished ones, in order of permit id; all of them for an administrator. */
    Answer<Page> list(Caller caller, PermitQuery query);

    /** QUEUED to EXECUTING, by an executor that names itself; the same executor repeating it gets the same answer. */
    Answer<PermitView> start(Caller caller, String permitId, String executorId);

    /** Moves the lease of started work, and takes it back from UNCERTAIN. */
    Answer<PermitView> renew(Caller caller, RenewalRequest renewal);

    /** As {@link #renew}, for many at once; the answers are in the order of the renewals. */
    List<Answer<PermitView>> renewAll(Caller caller, List<RenewalRequest> renewals);

    /**
     * EXECUTING or UNCERTAIN to SETTLED, or to UNCERTAIN where the executor says that it does not know.
     *
     * @param fencingToken the token that start returned, or null where the caller left it out
     */
    Answer<PermitView> complete(Caller caller, String permitId, @Nullable Long fencingToken, Completion completion);

    /** Releases a queued permit; for one that was started marks the wish that it stop. */
    Answer<PermitView> cancel(Caller caller, String permitId);

    /**
     * UNCERTAIN to SETTLED, for administrators: the work has stopped.
     *
     * @param statement how they know, 1 to {@link #MAX_STATEMENT_BYTES} bytes; kept with the permit
     */
    Answer<PermitView> terminate(Caller caller, String permitId, String statement);

    /** As {@link #cancel}, by activation id; the tenant may be left out where the caller has just one live permit of that id. */
    Answer<PermitView> cancelActivation(Caller caller, @Nullable String tenant, String activationId);

    /** Usage and limits of the node, or of one tenant; administrators only. */
    Answer<List<Quota>> quota(Caller caller, @Nullable String tenant);

    /** What is pinned and what was pinned before, newest first; administrators only. */
    Answer<List<PinRecord>> pins(Caller caller);

    /** Usage and limits of every scope kind that metrics show: node, trust, queue and cell classes. Never tenants. */
    List<Quota> usage();

    /** How many permits are in a state; of the settled ones those that are remembered. */
    long permits(PermitState state);

    /** What is remembered, missed and withheld. */
    Vitals vitals();

    /** The current pin, or null while there is none. */
    @Nullable PinRecord pinned();

    /**
     * A yes with its value, or a no with its reason. Either may tell what the ledger holds, so it leaves the node only when the
     * record of its sequence is durable; 0 waits for nothing (design page 14, "Order, disclosure, journal").
     */
    sealed interface Answer<T> {
        /** The sequence of the last record that touched what it tells. */
        long sequence();

        record Given<T>(T value, long sequence) implements Answer<T> {}

        record Refused<T>(Rejection rejection, long sequence) implements Answer<T> {}
    }

    /**
     * A permit that was granted.
     *
     * @param permit as it was granted
     * @param replayed whether that was for an earlier request under the same key
     * @param stateNow where it is by now
     */
    record Admitted(PermitView permit, boolean replayed, PermitState stateNow) {}

    /**
     * A sign of life of started work.
     *
     * @param fencingToken the token that start returned, or null where the caller left it out
     * @param renewalSequence one more than that of the renewal before, starting at 1
     */
    record RenewalRequest(String permitId, @Nullable Long fencingToken, long renewalSequence) {}

    /**
     * What an operator watches.
     *
     * @param historyEntries admissions that may still be repeated under their keys
     * @param maxHistoryEntries the bound of the history
     * @param leasesMissed since the process began
     * @param oldestUncertainUnixMillis when the permit became uncertain that has been so longest, or 0 if none is
     * @param withholding whether capacity is withheld that an earlier start may have granted
     */
    record Vitals(
            long historyEntries,
            long maxHistoryEntries,
            long leasesMissed,
            long oldestUncertainUnixMillis,
            boolean withholding) {}

    /**
     * Which permits to list.
     *
     * @param limit at most this many, 1 to 500
     * @param continueAfter the last permit id of the page before, or null
     */
    record PermitQuery(
            @Nullable String tenant,
            @Nullable String activationId,
            @Nullable PermitState state,
            int limit,
            @Nullable String continueAfter) {}

    /** A page of permits; {@code next} is what {@code continueAfter} shall be for the one after, or null at the end. */
    record Page(List<PermitView> permits, @Nullable String next) {
        public Page {
            permits = List.copyOf(permits);
        }
    }

    /**
     * Use and limit of one dimension of one scope. Held dimensions never reset.
     *
     * @param name of the scope; {@code node} for the node itself
     * @param limit null where the scope declares none, or where the policy no longer names the scope
     */
    record Quota(
            ScopeKind scope,
            String name,
            Dimension dimension,
            long used,
            @Nullable Long limit) {}

    /**
     * One pin.
     *
     * @param pinnedUnixMillis since when
     */
    record PinRecord(String policyName, long generation, String digest, long pinnedUnixMillis) {}
}
