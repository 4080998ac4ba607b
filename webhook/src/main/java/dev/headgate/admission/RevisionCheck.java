package dev.headgate.admission;

import dev.headgate.ledger.PolicyVersion;
import org.jspecify.annotations.Nullable;

/**
 * Step 8: a target is resolved on the pin, and of a presented tuple every field equals what the pin holds. A tuple is never
 * re-selected, and its attributes are not looked at.
 */
final class RevisionCheck {
    private RevisionCheck() {}

    static RevisionChoice of(Pin pin, PinnedTenant tenant, AdmissionRequest request) {
        return switch (request.selection()) {
            case Selection.Target target -> resolve(tenant, target, request.activationId());
            case Selection.Presented presented -> verify(pin.version(), tenant, presented.tuple());
        };
    }

    /**
     * Resolves a target.
     *
     * @param defaultKey decides a weighted choice where the target has no routing key
     */
    static RevisionChoice resolve(PinnedTenant tenant, Selection.Target target, String defaultKey) {
        PinnedRoute route = tenant.route(target.service(), target.route());
        if (route == null || !route.offers(target.contract(), target.function())) {
            return Rejection.of(Reason.REVISION_NOT_AVAILABLE);
        }
        String key = target.routingKey();
        return available(route.choose(key == null ? defaultKey : key));
    }

    private static RevisionChoice verify(PolicyVersion version, PinnedTenant tenant, RevisionTuple tuple) {
        PinnedRoute route = tenant.route(tuple.service(), tuple.route());
        if (route == null
                || tuple.generation() != version.generation()
                || !tuple.digest().equals(version.digest())
                || !tuple.tenant().equals(tenant.policy().name())
                || !route.offers(tuple.contract(), tuple.function())) {
            return Rejection.of(Reason.REVISION_NOT_AVAILABLE);
        }
        PinnedRouteRevision named = route.named(tuple.revision());
        return available(named != null && named.revision().policy().release().equals(tuple.release()) ? named : null);
    }

    private static RevisionChoice available(@Nullable PinnedRouteRevision revision) {
        return revision == null ? Rejection.of(Reason.REVISION_NOT_AVAILABLE) : revision;
    }
}
