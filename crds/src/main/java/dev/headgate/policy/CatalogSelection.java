package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.DeploymentCatalogSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which catalogs a policy holds. A catalog with findings excludes only itself, and its last good form stays in as long as it
 * holds the rules under the new policy (design page 14). Who was there first keeps a name: a catalog that takes a service
 * of another must not push the other out.
 */
final class CatalogSelection {
    private final AdmissionPolicy policy;
    private final Map<CatalogKey, Catalog> previous = new HashMap<>();
    private final Map<CatalogKey, Catalog> included = new TreeMap<>();
    private final Map<CatalogKey, Compilation.CatalogOutcome> outcomes = new TreeMap<>();
    /** Services of included catalogs and who holds them, by tenant. */
    private final Map<TenantService, CatalogKey> holders = new HashMap<>();

    private int revisions;
    private long bytes;

    /**
     * One catalog as it was written.
     *
     * @param spec null if it has none
     * @param tooLarge set if it is larger than a source may be
     */
    record Source(
            CatalogKey key,
            @Nullable DeploymentCatalogSpec spec,
            @Nullable Finding tooLarge) {}

    private record TenantService(String tenant, String service) {}

    /** A catalog that holds the rules by itself, or what it breaks. */
    private record Candidate(
            CatalogKey key, Tenant tenant, @Nullable Catalog catalog, Findings findings) {}

    private CatalogSelection(AdmissionPolicy policy, @Nullable AdmissionPolicy previous) {
        this.policy = policy;
        if (previous != null) {
            previous.catalogs().forEach(c -> this.previous.put(new CatalogKey(c.namespace(), c.name()), c));
        }
    }

    static Compilation.Compiled of(AdmissionPolicy policy, List<Source> sources, @Nullable AdmissionPolicy previous) {
        var selection = new CatalogSelection(policy, previous);
        var candidates = selection.candidates(sources);
        selection.withoutContestedNames(candidates).forEach(selection::include);
        return new Compilation.Compiled(
                withCatalogs(policy, List.copyOf(selection.included.values())), selection.outcomes);
    }

    private List<Candidate> candidates(List<Source> sources) {
        var claims = CatalogRules.claims(policy);
        var byKey = new TreeMap<CatalogKey, List<Source>>();
        sources.forEach(source ->
                byKey.computeIfAbsent(source.key, _ -> new ArrayList<>()).add(source));
        var candidates = new ArrayList<Candidate>();
        byKey.forEach((key, same) -> {
            var tenant = claims.get(key.namespace());
            if (tenant == null) {
                outcomes.put(key, new Compilation.CatalogOutcome.Unclaimed());
            } else {
                var candidate = candidate(key, tenant, same.getFirst().spec);
                var tooLarge = same.getFirst().tooLarge;
                if (tooLarge != null) {
                    candidate.findings.add(tooLarge.path(), tooLarge.rule(), tooLarge.advice());
                }
                if (same.size() > 1) {
                    candidate.findings.add("metadata.name", "there are two catalogs " + key, "remove one of them");
                }
                candidates.add(candidate);
            }
        });
        // Those that are served come first, so that a newcomer cannot take their names or their room.
        candidates.sort(Comparator.<Candidate, Boolean>comparing(c -> !previous.containsKey(c.key))
                .thenComparing(Candidate::key));
        return candidates;
    }

    private Candidate candidate(CatalogKey key, Tenant tenant, @Nullable DeploymentCatalogSpec spec) {
        var findings = new Findings();
        if (spec == null) {
            findings.add("spec", "must be given", "add the spec");
            return new Candidate(key, tenant, null, findings);
        }
        Shape.check(spec, "spec").forEach(f -> findings.add(f.path(), f.rule(), f.advice()));
        if (!findings.none()) {
            return new Candidate(key, tenant, null, findings);
        }
        return new Candidate(key, tenant, CatalogRules.compile(key, spec, tenant, policy, findings), findings);
    }

    /** Adds findings to catalogs that name a service which another one served before, or which nobody served and two want. */
    private List<Candidate> withoutContestedNames(List<Candidate> candidates) {
        var wanted = new HashMap<TenantService, List<Candidate>>();
        for (Candidate candidate : candidates) {
            if (candidate.catalog != null) {
                candidate
                        .catalog
                        .services()
                        .forEach(service -> wanted.computeIfAbsent(
                                        new TenantService(candidate.tenant.name(), service.name()),
                                        _ -> new ArrayList<>())
                                .add(candidate));
            }
        }
        wanted.forEach((service, rivals) -> {
            if (rivals.size() > 1) {
                rivals.stream()
                        .filter(rival -> !servedBefore(rival, service))
                        .forEach(rival -> contested(rival, service.service(), others(rival, rivals)));
            }
        });
        return candidates;
    }

    private boolean servedBefore(Candidate candidate, TenantService service) {
        var catalog = previous.get(candidate.key);
        return catalog != null
                && catalog.tenant().equals(service.tenant())
                && catalog.services().stream().anyMatch(s -> s.name().equals(service.service()));
    }

    private static String others(Candidate rival, List<Candidate> rivals) {
        return rivals.stream()
                .filter(other -> !other.key.equals(rival.key))
                .map(other -> other.key.toString())
                .sorted()
                .reduce((a, b) -> a + " and " + b)
                .orElseThrow();
    }

    private static void contested(Candidate candidate, String service, String others) {
        candidate.findings.add(
                ServiceRules.path(service),
                "services of one tenant must differ in name; " + candidate.key + " and " + others + " both have "
                        + service,
                "rename or remove one of them");
    }

    private void include(Candidate candidate) {
        if (candidate.catalog != null && fits(candidate, candidate.catalog)) {
            hold(candidate.key, candidate.catalog);
            outcomes.put(candidate.key, new Compilation.CatalogOutcome.Included(candidate.tenant.name()));
            return;
        }
        var findings = candidate.findings.sorted();
        var lastGood = lastGood(candidate);
        if (lastGood != null) {
            hold(candidate.key, lastGood);
            outcomes.put(candidate.key, new Compilation.CatalogOutcome.LastGood(candidate.tenant.name(), findings));
        } else {
            outcomes.put(candidate.key, new Compilation.CatalogOutcome.Excluded(candidate.tenant.name(), findings));
        }
    }

    private @Nullable Catalog lastGood(Candidate candidate) {
        var catalog = previous.get(candidate.key);
        if (catalog == null || !catalog.tenant().equals(candidate.tenant.name())) {
            return null;
        }
        var again = candidate(candidate.key, candidate.tenant, PolicySource.of(catalog));
        return again.catalog != null && fits(again, again.catalog) ? again.catalog : null;
    }

    private boolean fits(Candidate candidate, Catalog catalog) {
        for (Service service : catalog.services()) {
            var holder = holders.get(new TenantService(catalog.tenant(), service.name()));
            if (holder != null) {
                contested(candidate, service.name(), holder.toString());
            }
        }
        if (revisions + catalog.revisions().size() > Bounds.REVISIONS_PER_SNAPSHOT) {
            candidate.findings.add(
                    "spec.revisions",
                    "the catalogs of a policy hold at most " + Bounds.REVISIONS_PER_SNAPSHOT + " revisions together",
                    "remove revisions that nothing uses, here or in other catalogs");
        }
        if (bytes + CatalogSize.bytes(catalog) > Bounds.CATALOG_BYTES_PER_SNAPSHOT) {
            candidate.findings.add(
                    "spec",
                    "the catalogs of a policy have at most " + Bounds.CATALOG_BYTES_PER_SNAPSHOT
                            + " bytes together in canonical form",
                    "remove revisions and routes that nothing uses, here or in other catalogs");
        }
        return candidate.findings.none();
    }

    private void hold(CatalogKey key, Catalog catalog) {
        included.put(key, catalog);
        revisions += catalog.revisions().size();
        bytes += CatalogSize.bytes(catalog);
        catalog.services().forEach(s -> holders.put(new TenantService(catalog.tenant(), s.name()), key));
    }

    private static AdmissionPolicy withCatalogs(AdmissionPolicy policy, List<Catalog> catalogs) {
        return new AdmissionPolicy(
                policy.durability(),
                policy.node(),
                policy.identifierLimits(),
                policy.attributeLimits(),
                policy.overload(),
                policy.loadReporters(),
                policy.feasibility(),
                policy.lease(),
                policy.history(),
                policy.trustClasses(),
                policy.queueClasses(),
                policy.cellClasses(),
                policy.tenants(),
                catalogs);
    }
}
