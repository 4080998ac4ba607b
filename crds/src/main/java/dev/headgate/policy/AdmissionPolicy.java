package dev.headgate.policy;

import java.util.List;

/**
 * One compiled {@code NodeAdmissionPolicy} with the catalogs of the namespaces its tenants name (design pages 2 and 10).
 *
 * <p>An instance holds every rule of the configuration (design page 2, "Configuration rules"); only
 * {@link PolicyCompiler} and the decoder of a verified snapshot make one. What only says <em>where and how</em> a policy is
 * served (selector, precedence, rollout, history limit) is not in here, and so not in the digest.
 *
 * @param durability what a restart of the node process remembers
 * @param node ceilings and limits of the whole node
 * @param identifierLimits bounds of names that callers choose
 * @param attributeLimits bounds of the metadata of a request
 * @param overload thresholds of node load
 * @param loadReporters who may report load, sorted; empty unless {@code overload.source} is {@link LoadSource#REPORTED}
 * @param feasibility estimates behind the check of the queue
 * @param lease how long a queued permit may wait for its start
 * @param history bounds of the finished permits that are kept
 * @param trustClasses sorted by name; at most 16
 * @param queueClasses sorted by lowest priority; together they cover 0 to {@code node.maxPriority} once; at most 16
 * @param cellClasses sorted in the fixed order tiny to extra-large; at most 5
 * @param tenants sorted by name; at most 500
 * @param catalogs sorted by namespace and name; each belongs to the tenant that names its namespace
 */
public record AdmissionPolicy(
        Durability durability,
        NodeRules node,
        IdentifierLimits identifierLimits,
        AttributeLimits attributeLimits,
        Overload overload,
        List<Subject> loadReporters,
        Feasibility feasibility,
        Lease lease,
        History history,
        List<TrustClass> trustClasses,
        List<QueueClass> queueClasses,
        List<CellClass> cellClasses,
        List<Tenant> tenants,
        List<Catalog> catalogs) {

    public AdmissionPolicy {
        loadReporters = List.copyOf(loadReporters);
        trustClasses = List.copyOf(trustClasses);
        queueClasses = List.copyOf(queueClasses);
        cellClasses = List.copyOf(cellClasses);
        tenants = List.copyOf(tenants);
        catalogs = List.copyOf(catalogs);
    }
}
