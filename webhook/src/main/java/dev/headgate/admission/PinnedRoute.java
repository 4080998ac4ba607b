package dev.headgate.admission;

import dev.headgate.policy.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route on a pin, with its revisions in the order of their names. */
final class PinnedRoute {
    private final Route policy;
    private final List<PinnedRouteRevision> revisions;

    PinnedRoute(Route policy, List<PinnedRouteRevision> revisions) {
        this.policy = policy;
        this.revisions = List.copyOf(revisions);
    }

    Route policy() {
        return policy;
    }

    boolean offers(String contract, String function) {
        return policy.contract().equals(contract) && policy.functions().contains(function);
    }

    /** The revision that a routing key chooses, or null where no weight is above zero. */
    @Nullable PinnedRouteRevision choose(String routingKey) {
        return WeightedChoice.choose(revisions, routingKey);
    }

    /** The revision of a name; one of weight zero is never chosen and still found. */
    @Nullable PinnedRouteRevision named(String revision) {
        for (PinnedRouteRevision candidate : revisions) {
            if (candidate.revision().policy().name().equals(revision)) {
                return candidate;
            }
        }
        return null;
    }
}
