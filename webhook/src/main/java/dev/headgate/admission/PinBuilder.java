package dev.headgate.admission;

import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Budget;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.PlacementRules;
import dev.headgate.policy.Profile;
import dev.headgate.policy.Revision;
import dev.headgate.policy.Route;
import dev.headgate.policy.Service;
import dev.headgate.policy.Tenant;
import dev.headgate.policy.TrustClass;
import dev.headgate.policy.WeightedRevision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Works out, for every revision of a policy, what depends on the policy and the node alone. */
final class PinBuilder {
    private final AdmissionPolicy policy;
    private final Placement placement;
    private final List<PinnedCell> cells;
    private final Map<String, ScopeLimits> trustScopes;
    private final Map<String, TrustClass> trustClasses = new HashMap<>();

    PinBuilder(
            AdmissionPolicy policy, Placement placement, List<PinnedCell> cells, Map<String, ScopeLimits> trustScopes) {
        this.policy = policy;
        this.placement = placement;
        this.cells = cells;
        this.trustScopes = trustScopes;
        policy.trustClasses().forEach(trust -> trustClasses.put(trust.name(), trust));
    }

    /** The cell classes in the order in which a decision tries them: the smallest memory first, ties in the fixed order. */
    static List<PinnedCell> cellsBySize(AdmissionPolicy policy) {
        return policy.cellClasses().stream()
                .map(cell -> PinnedCell.of(cell, policy.feasibility()))
                .sorted(Comparator.comparingLong(
                                (PinnedCell cell) -> cell.policy().memoryBytes())
                        .thenComparing(cell -> cell.policy().name()))
                .toList();
    }

    void index(Catalog catalog, PinnedTenant owner) {
        Map<String, Map<String, PinnedRevision>> revisions = new HashMap<>();
        for (Revision revision : catalog.revisions()) {
            revisions
                    .computeIfAbsent(revision.service(), _ -> new HashMap<>())
                    .put(revision.name(), pinned(revision, owner.policy()));
        }
        for (Service service : catalog.services()) {
            Map<String, PinnedRevision> ofService = revisions.getOrDefault(service.name(), Map.of());
            for (Route route : service.routes()) {
                owner.add(service.name(), pinned(route, ofService));
            }
        }
    }

    private static PinnedRoute pinned(Route route, Map<String, PinnedRevision> revisions) {
        List<PinnedRouteRevision> served = new ArrayList<>();
        for (WeightedRevision weighted : route.revisions()) {
            PinnedRevision revision = revisions.get(weighted.revision());
            if (revision == null) {
                throw new IllegalArgumentException("a route to a revision that the catalog does not name");
            }
            served.add(new PinnedRouteRevision(route, revision, weighted.weight()));
        }
        return new PinnedRoute(route, served);
    }

    private PinnedRevision pinned(Revision revision, Tenant tenant) {
        TrustClass trust = trustClasses.get(revision.trustClass());
        ScopeLimits trustScope = trustScopes.get(revision.trustClass());
        if (trust == null || trustScope == null) {
            throw new IllegalArgumentException("a revision of a trust class that the policy does not name");
        }
        Budget node = policy.node().budgetCeiling();
        Budget capsule = revision.capsuleCeiling();
        Budget deployment = revision.deploymentCeiling();
        return new PinnedRevision(
                revision,
                trustScope,
                tenant.trustClasses().contains(trust.name()),
                placeable(revision.placement(), placement),
                least(capsule.wallTimeMillis(), deployment.wallTimeMillis(), node.wallTimeMillis()),
                least(capsule.cpuFuel(), deployment.cpuFuel(), node.cpuFuel()),
                least(capsule.memoryBytes(), deployment.memoryBytes(), node.memoryBytes()),
                revision.profiles().stream()
                        .map(profile -> pinned(profile, tenant.cellClasses(), trust.cellClasses()))
                        .toList());
    }

    private PinnedProfile pinned(Profile profile, List<CellClassName> ofTenant, List<CellClassName> ofTrust) {
        List<PinnedCell> supporting =
                cells.stream().filter(cell -> cell.supports(profile)).toList();
        List<PinnedCell> permitted = supporting.stream()
                .filter(cell -> ofTenant.contains(cell.policy().name())
                        && ofTrust.contains(cell.policy().name()))
                .toList();
        return new PinnedProfile(profile, !supporting.isEmpty(), permitted);
    }

    private static boolean placeable(PlacementRules rules, Placement node) {
        return allows(rules.architectures(), node.architecture())
                && allows(rules.regions(), node.region())
                && allows(rules.zones(), node.zone());
    }

    /** An unknown part of the placement satisfies no restriction on it, even one that lists an empty name. */
    private static boolean allows(List<String> allowed, String actual) {
        return allowed.isEmpty() || (!actual.isEmpty() && allowed.contains(actual));
    }

    private static long least(long one, long other, long third) {
        return Math.min(one, Math.min(other, third));
    }
}
