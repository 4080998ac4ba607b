package dev.headgate.admission;

/** Steps 5 to 8 alone: which revision an admission would take, on one pin. */
public sealed interface Resolution permits Resolution.Resolved, Rejection {

    /** This one. */
    record Resolved(RevisionTuple tuple) implements Resolution {}

    /** Resolves. Without a routing key the empty key decides a weighted choice, since there is no activation id. */
    static Resolution of(Pin pin, Caller caller, ResolutionRequest request) {
        if (IdentifierCheck.of(pin.policy().identifierLimits(), request) instanceof Rejection rejection) {
            return rejection;
        }
        if (MetadataCheck.of(pin.policy().attributeLimits(), caller, request) instanceof Rejection rejection) {
            return rejection;
        }
        return switch (PrincipalCheck.of(pin, caller, request)) {
            case Rejection rejection -> rejection;
            case PinnedPrincipal principal ->
                switch (RevisionCheck.resolve(principal.tenant(), request.target(), "")) {
                    case Rejection rejection -> rejection;
                    case PinnedRouteRevision revision -> resolved(pin, principal, revision, request.target());
                };
        };
    }

    private static Resolved resolved(
            Pin pin, PinnedPrincipal principal, PinnedRouteRevision chosen, Selection.Target target) {
        return new Resolved(new RevisionTuple(
                principal.tenant().policy().name(),
                target.service(),
                target.route(),
                target.contract(),
                target.function(),
                chosen.revision().policy().name(),
                chosen.revision().policy().release(),
                pin.version().generation(),
                pin.version().digest()));
    }
}
