package dev.headgate.fleet;

import dev.headgate.policy.Compilation.CatalogOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What one policy, a tenant of which names the namespace of a catalog, makes of that catalog.
 *
 * @param policy its name
 * @param outcome what its compilation says; null while the policy itself does not compile
 * @param holding the generation that is served and holds the catalog as it stands; null if what is served does not
 * @param pinned whether {@code spec.rollout.pin} holds the policy
 * @param ready whether each governed node has acknowledged what is served
 */
public record CatalogClaim(
        String policy,
        @Nullable CatalogOutcome outcome,
        @Nullable Long holding,
        boolean pinned,
        boolean ready) {}
