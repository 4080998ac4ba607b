package dev.headgate.admission;

import dev.headgate.policy.Tenant;

/**
 * Steps 5 to 12 of the decision, in their order: what a request may have at all. It depends on the pin and the request alone,
 * so it needs no exclusion and no clock.
 */
public sealed interface Eligibility permits Eligibility.Eligible, Rejection {

    /** The answer of the first check that fails, or what passed them all. */
    static Eligibility of(Pin pin, Caller caller, AdmissionRequest request) {
        if (IdentifierCheck.of(pin.policy().identifierLimits(), request) instanceof Rejection rejection) {
            return rejection;
        }
        if (MetadataCheck.of(pin.policy().attributeLimits(), caller, request) instanceof Rejection rejection) {
            return rejection;
        }
        return switch (PrincipalCheck.of(pin, caller, request)) {
            case Rejection rejection -> rejection;
            case PinnedPrincipal principal ->
                switch (RevisionCheck.of(pin, principal.tenant(), request)) {
                    case Rejection rejection -> rejection;
                    case PinnedRouteRevision revision -> of(pin, principal, revision, request);
                };
        };
    }

    private static Eligibility of(
            Pin pin, PinnedPrincipal principal, PinnedRouteRevision revision, AdmissionRequest request) {
        Tenant tenant = principal.tenant().policy();
        if (placement(revision.revision()) instanceof Rejection rejection) {
            return rejection;
        }
        if (PayloadCheck.of(pin.node(), tenant, request.payloadBytes()) instanceof Rejection rejection) {
            return rejection;
        }
        if (PriorityCheck.of(pin.node(), tenant, request.priority()) instanceof Rejection rejection) {
            return rejection;
        }
        if (trustClass(revision.revision()) instanceof Rejection rejection) {
            return rejection;
        }
        if (BudgetCheck.of(request.budget(), revision.revision()) instanceof Rejection rejection) {
            return rejection;
        }
        return new Eligible(pin, request, principal, revision, pin.queue(request.priority()));
    }

    /** Step 9; what the revision's restrictions say of this node was worked out when it was pinned. */
    private static Verdict placement(PinnedRevision revision) {
        return revision.placeable() ? Verdict.Passed.PASSED : Rejection.of(Reason.PLACEMENT_NOT_COMPATIBLE);
    }

    /** Step 11, second half. */
    private static Verdict trustClass(PinnedRevision revision) {
        return revision.trustPermitted() ? Verdict.Passed.PASSED : Rejection.of(Reason.TRUST_CLASS_NOT_AUTHORIZED);
    }

    /** A request that the pin allows; whether there is room is the ledger's to say. Made by {@link #of} only. */
    final class Eligible implements Eligibility {
        private final Pin pin;
        private final AdmissionRequest request;
        private final PinnedPrincipal principal;
        private final PinnedRouteRevision revision;
        private final PinnedQueue queue;

        private Eligible(
                Pin pin,
                AdmissionRequest request,
                PinnedPrincipal principal,
                PinnedRouteRevision revision,
                PinnedQueue queue) {
            this.pin = pin;
            this.request = request;
            this.principal = principal;
            this.revision = revision;
            this.queue = queue;
        }

        Pin pin() {
            return pin;
        }

        /** What was asked. */
        public AdmissionRequest request() {
            return request;
        }

        PinnedPrincipal principal() {
            return principal;
        }

        PinnedRouteRevision revision() {
            return revision;
        }

        PinnedQueue queue() {
            return queue;
        }
    }
}
