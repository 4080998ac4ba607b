package dev.headgate.policy;

import java.util.List;

/**
 * A tenant and everything it is allowed.
 *
 * @param name unique among tenants
 * @param namespaces sorted; whose catalogs are this tenant's; a namespace belongs to one tenant at most
 * @param subjects sorted by subject; who may admit; empty denies
 * @param executors sorted; who besides the owner may start and complete its permits
 * @param trustClasses sorted; empty denies
 * @param cellClasses in the fixed order; empty denies; extra-large only if named
 * @param nodeLimits what its permits hold on one node at once
 * @param maxPayloadBytes the largest payload, equality accepted
 * @param maxPriority the highest priority, equality accepted
 */
public record Tenant(
        String name,
        List<String> namespaces,
        List<TenantSubject> subjects,
        List<Subject> executors,
        List<String> trustClasses,
        List<CellClassName> cellClasses,
        HeldLimits nodeLimits,
        long maxPayloadBytes,
        int maxPriority) {
    public Tenant {
        namespaces = List.copyOf(namespaces);
        subjects = List.copyOf(subjects);
        executors = List.copyOf(executors);
        trustClasses = List.copyOf(trustClasses);
        cellClasses = List.copyOf(cellClasses);
    }
}
