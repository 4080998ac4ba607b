package dev.headgate.admission;

import dev.headgate.ledger.RevisionIdentity;
import dev.headgate.policy.Route;

/**
 * A revision as one route serves it.
 *
 * @param route the route
 * @param revision the revision
 * @param weight its share, 0 or more
 * @param seed of its name, for {@link WeightedChoice}
 * @param identity what permits say of it
 */
record PinnedRouteRevision(Route route, PinnedRevision revision, int weight, long seed, RevisionIdentity identity)
        implements RevisionChoice {
    PinnedRouteRevision(Route route, PinnedRevision revision, int weight) {
        this(
                route,
                revision,
                weight,
                WeightedChoice.seed(revision.policy().name()),
                new RevisionIdentity(
                        revision.policy().service(),
                        revision.policy().name(),
                        revision.policy().release(),
                        revision.policy().trustClass(),
                        route.name(),
                        route.contract()));
    }
}
