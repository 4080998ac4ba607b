package dev.headgate.authority;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Outcome;
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

    /** Steps 2 and 5 to 15 of the decision (design page 2). */
    Answer<PermitView> admit(Caller caller, AdmissionRequest request);

    /** Steps 2 and 5 to 8: which revision an admission of now would take. */
    Answer<RevisionTuple> resolve(Caller caller, ResolutionRequest request);

    /** One's own permit, live or finished; any permit for an administrator. */
    Answer<PermitView> read(Caller caller, String permitId);

    /** One's own permits, live ones and finished ones, in order of permit id; all of them for an administrator. */
    Answer<Page> list(Caller caller, PermitQuery query);

    /** QUEUED to EXECUTING, by an executor that names itself; the same executor repeating it gets the same answer. */
    Answer<PermitView> start(Caller caller, String permitId, String executorId);

    /**
     * EXECUTING to SETTLED.
     *
     * @param fencingToken the token that start returned, or null where the caller left it out
     */
    Answer<PermitView> complete(Caller caller, String permitId, @Nullable Long fencingToken, Outcome outcome);

    /** Releases a queued permit; for an executing one marks the wish that it stop. */
    Answer<PermitView> cancel(Caller caller, String permitId);

    /** As {@link #cancel}, by activation id; the tenant may be left out where the caller has just one live permit of that id. */
    Answer<PermitView> cancelActivation(Caller caller, @Nullable String tenant, String activationId);

    /** Usage and limits of the node, or of one tenant; administrators only. */
    Answer<List<Quota>> quota(Caller caller, @Nullable String tenant);

    /** What is pinned and what was pinned before, newest first; administrators only. */
    Answer<List<PinRecord>> pins(Caller caller);

    /** Usage and limits of every scope kind that metrics show: node, trust, queue and cell classes. Never tenants. */
    List<Quota> usage();

    /** How many live permits are in a state. */
    long permits(PermitState state);

    /** The current pin, or null while there is none. */
    @Nullable PinRecord pinned();

    /** A yes with its value, or a no with its reason. */
    sealed interface Answer<T> {
        record Given<T>(T value) implements Answer<T> {}

        record Refused<T>(Rejection rejection) implements Answer<T> {}
    }

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
