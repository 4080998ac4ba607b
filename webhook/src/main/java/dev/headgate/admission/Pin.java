package dev.headgate.admission;

import dev.headgate.ledger.PolicyVersion;
import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.Subject;
import dev.headgate.policy.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One compiled policy as one node holds it: immutable, and indexed once so that a decision only looks things up. A decision
 * sees one pin from start to end (design page 7, invariant 16); it lives as long as the calls on it.
 */
public final class Pin {
    private final PolicyVersion version;
    private final AdmissionPolicy policy;
    private final Placement placement;
    private final ScopeLimits nodeScope;
    private final Map<String, PinnedTenant> tenants = new HashMap<>();
    private final Map<Subject, List<PinnedPrincipal>> principals = new HashMap<>();
    private final Map<String, ScopeLimits> trustScopes = new HashMap<>();
    private final List<PinnedQueue> queues = new ArrayList<>();
    private final List<PinnedCell> cells;

    /**
     * Indexes a policy.
     *
     * @param policyName of the {@code NodeAdmissionPolicy}
     * @param generation of the snapshot
     * @param digest of the snapshot
     * @param policy compiled, so that every reference in it resolves
     * @param placement where this node is
     * @throws IllegalArgumentException if a reference does not resolve: the policy was not compiled
     */
    public Pin(String policyName, long generation, String digest, AdmissionPolicy policy, Placement placement) {
        this.version = new PolicyVersion(policyName, generation, digest);
        this.policy = policy;
        this.placement = placement;
        this.nodeScope = new ScopeLimits(ScopeKey.node(), policy.node().limits());
        this.cells = PinBuilder.cellsBySize(policy);
        policy.trustClasses()
                .forEach(trust -> trustScopes.put(
                        trust.name(), new ScopeLimits(ScopeKey.trustClass(trust.name()), trust.limits())));
        for (QueueClass queue : policy.queueClasses()) {
            queues.add(PinnedQueue.of(queue));
        }
        for (Tenant tenant : policy.tenants()) {
            PinnedTenant pinned = new PinnedTenant(tenant);
            tenants.put(tenant.name(), pinned);
            for (PinnedPrincipal principal : pinned.principals()) {
                principals
                        .computeIfAbsent(principal.subject().subject(), _ -> new ArrayList<>())
                        .add(principal);
            }
        }
        PinBuilder builder = new PinBuilder(policy, placement, cells, trustScopes);
        for (Catalog catalog : policy.catalogs()) {
            PinnedTenant owner = tenants.get(catalog.tenant());
            if (owner == null) {
                throw new IllegalArgumentException("a catalog of a tenant that the policy does not name");
            }
            builder.index(catalog, owner);
        }
    }

    /** Which policy it is. */
    public PolicyVersion version() {
        return version;
    }

    /** The policy itself. */
    public AdmissionPolicy policy() {
        return policy;
    }

    /** Where this node is. */
    public Placement placement() {
        return placement;
    }

    /** The declared limits of a scope, or null where the policy does not name it. */
    public @Nullable ScopeLimits limitsOf(ScopeKey key) {
        return switch (key.kind()) {
            case NODE -> nodeScope;
            case TENANT -> tenantScope(key.name());
            case TRUST_CLASS -> trustScopes.get(key.name());
            case QUEUE_CLASS -> {
                for (PinnedQueue queue : queues) {
                    if (queue.scope().key().equals(key)) {
                        yield queue.scope();
                    }
                }
                yield null;
            }
            case CELL_CLASS -> {
                for (PinnedCell cell : cells) {
                    if (cell.scope().key().equals(key)) {
                        yield cell.scope();
                    }
                }
                yield null;
            }
            case PRINCIPAL -> {
                PinnedTenant tenant = tenants.get(key.tenantOrEmpty());
                if (tenant != null) {
                    for (PinnedPrincipal principal : tenant.principals()) {
                        if (principal.scope().key().equals(key)) {
                            yield principal.scope();
                        }
                    }
                }
                yield null;
            }
        };
    }

    /** The scopes of the node that are no caller's: node, trust, queue and cell classes, in the order of a decision. */
    public List<ScopeLimits> sharedScopes() {
        List<ScopeLimits> scopes = new ArrayList<>();
        scopes.add(nodeScope);
        policy.trustClasses().forEach(trust -> {
            ScopeLimits scope = trustScopes.get(trust.name());
            if (scope != null) {
                scopes.add(scope);
            }
        });
        queues.forEach(queue -> scopes.add(queue.scope()));
        for (CellClassName name : CellClassName.values()) {
            for (PinnedCell cell : cells) {
                if (cell.policy().name() == name) {
                    scopes.add(cell.scope());
                }
            }
        }
        return List.copyOf(scopes);
    }

    /** The scopes of one tenant: its own, and that of each subject it names; empty where the policy does not name it. */
    public List<ScopeLimits> scopesOf(String tenantName) {
        PinnedTenant tenant = tenants.get(tenantName);
        if (tenant == null) {
            return List.of();
        }
        List<ScopeLimits> scopes = new ArrayList<>();
        scopes.add(tenant.scope());
        tenant.policy().subjects().forEach(subject -> {
            PinnedPrincipal principal = tenant.principal(subject.subject());
            if (principal != null) {
                scopes.add(principal.scope());
            }
        });
        return List.copyOf(scopes);
    }

    NodeRules node() {
        return policy.node();
    }

    ScopeLimits nodeScope() {
        return nodeScope;
    }

    @Nullable PinnedTenant tenant(String name) {
        return tenants.get(name);
    }

    /** A subject in every tenant that names it. */
    List<PinnedPrincipal> principals(Subject subject) {
        return principals.getOrDefault(subject, List.of());
    }

    /** The queue class of a priority within the node's ceiling. */
    PinnedQueue queue(int priority) {
        for (PinnedQueue queue : queues) {
            if (priority >= queue.policy().minPriority()
                    && priority <= queue.policy().maxPriority()) {
                return queue;
            }
        }
        throw new IllegalStateException("a compiled policy maps every priority to a queue class");
    }

    private @Nullable ScopeLimits tenantScope(String name) {
        PinnedTenant tenant = tenants.get(name);
        return tenant == null ? null : tenant.scope();
    }
}
