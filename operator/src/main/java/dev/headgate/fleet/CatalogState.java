package dev.headgate.fleet;

import dev.headgate.policy.Compilation.CatalogOutcome.Excluded;
import dev.headgate.policy.Compilation.CatalogOutcome.Included;
import dev.headgate.policy.Compilation.CatalogOutcome.LastGood;
import dev.headgate.policy.Compilation.CatalogOutcome.Unclaimed;
import java.util.List;
import java.util.Locale;

/** How a catalog stands over all policies that claim it, for counting; from best to worst (design page 13, "Metrics"). */
public enum CatalogState {
    /** Each policy that claims it serves it, as it stands, on every node. */
    READY,
    /** Nothing is wrong with it, and it is not yet everywhere, or a policy cannot say. */
    PENDING,
    /** It has findings, and a policy goes on serving its last good form. */
    KEPT,
    /** It has findings, and a policy leaves it out. */
    EXCLUDED,
    /** No tenant of a policy names its namespace. */
    UNCLAIMED;

    private final String spelling = name().toLowerCase(Locale.ROOT);

    /** The state as it stands in the label of a metric. */
    public String spelling() {
        return spelling;
    }

    /** The worst of what the policies make of it. */
    static CatalogState of(List<CatalogClaim> claims) {
        CatalogState worst = claims.isEmpty() ? UNCLAIMED : READY;
        for (var claim : claims) {
            CatalogState state = of(claim);
            worst = state.compareTo(worst) > 0 ? state : worst;
        }
        return worst;
    }

    private static CatalogState of(CatalogClaim claim) {
        return switch (claim.outcome()) {
            case Excluded _ -> EXCLUDED;
            case LastGood _ -> KEPT;
            case Included _, Unclaimed _ -> claim.holding() != null && claim.ready() ? READY : PENDING;
            case null -> PENDING;
        };
    }
}
