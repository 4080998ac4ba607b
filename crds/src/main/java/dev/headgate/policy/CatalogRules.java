package dev.headgate.policy;

import dev.headgate.api.DeploymentCatalogSpec;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Rules inside one catalog. */
final class CatalogRules {
    private CatalogRules() {}

    /** The catalog; meaningful only if no finding was added. */
    static Catalog compile(
            CatalogKey key, DeploymentCatalogSpec spec, Tenant tenant, AdmissionPolicy policy, Findings findings) {
        var revisionsByService = new LinkedHashMap<String, Set<String>>();
        spec.services().forEach(service -> revisionsByService.put(service.name(), new LinkedHashSet<>()));
        spec.revisions()
                .forEach(revision -> revisionsByService
                        .getOrDefault(revision.service(), new LinkedHashSet<>())
                        .add(revision.name()));
        var services = spec.services().stream()
                .map(service -> ServiceRules.compile(
                        service,
                        revisionsByService.getOrDefault(service.name(), Set.of()),
                        policy.identifierLimits(),
                        findings))
                .sorted(Comparator.comparing(Service::name))
                .toList();
        var revisions = spec.revisions().stream()
                .map(revision -> RevisionRules.compile(revision, revisionsByService.keySet(), policy, findings))
                .sorted(Comparator.comparing(Revision::service).thenComparing(Revision::name))
                .toList();
        return new Catalog(key.namespace(), key.name(), tenant.name(), services, revisions);
    }

    /** Which tenant names each namespace. */
    static Map<String, Tenant> claims(AdmissionPolicy policy) {
        var claims = new LinkedHashMap<String, Tenant>();
        policy.tenants().forEach(tenant -> tenant.namespaces().forEach(namespace -> claims.put(namespace, tenant)));
        return claims;
    }
}
