package dev.headgate.fleet;

import dev.headgate.api.NodeSelectorSpec;
import dev.headgate.api.PinTarget;
import dev.headgate.api.ServedStatus;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What decides where a policy is served. A policy that is being deleted is not one of them.
 *
 * @param name of the policy
 * @param uid another one under the same name is another policy
 * @param created its creation timestamp
 * @param precedence the higher one governs
 * @param selector which nodes it asks for
 * @param served what its nodes are to serve; absent until a first generation stands with all its parts
 */
public record PolicyFacts(
        String name,
        String uid,
        Instant created,
        int precedence,
        NodeSelectorSpec selector,
        @Nullable ServedStatus served) {

    /** The first of those that select a node governs it: highest precedence, then oldest, then name (design page 1). */
    public static final Comparator<PolicyFacts> RANK = Comparator.comparingInt(PolicyFacts::precedence)
            .reversed()
            .thenComparing(PolicyFacts::created)
            .thenComparing(PolicyFacts::name);

    /** What a node that this policy governs is to serve, or null while it has no generation. */
    public @Nullable PinTarget target() {
        return served == null ? null : new PinTarget(name, served.generation(), served.digest());
    }
}
