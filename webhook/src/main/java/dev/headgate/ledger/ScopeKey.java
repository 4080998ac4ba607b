package dev.headgate.ledger;

import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Subject;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The name of one scope: what counters are kept under, whatever policy is pinned. Two policies that name the same scope mean
 * the same counters. The hash is computed once, since every decision looks six keys up.
 */
public final class ScopeKey implements Comparable<ScopeKey> {
    private static final Comparator<ScopeKey> ORDER = Comparator.comparing(ScopeKey::kind)
            .thenComparing(ScopeKey::tenantOrEmpty)
            .thenComparing(ScopeKey::name);

    private final ScopeKind kind;
    private final String tenantOrEmpty;
    private final String name;
    private final int hash;

    private ScopeKey(ScopeKind kind, String tenantOrEmpty, String name) {
        this.kind = kind;
        this.tenantOrEmpty = tenantOrEmpty;
        this.name = name;
        this.hash = Objects.hash(kind.spelling(), tenantOrEmpty, name);
    }

    /** The whole node. */
    public static ScopeKey node() {
        return new ScopeKey(ScopeKind.NODE, "", "node");
    }

    /** One tenant. */
    public static ScopeKey tenant(String name) {
        return new ScopeKey(ScopeKind.TENANT, "", name);
    }

    /** One trust class. */
    public static ScopeKey trustClass(String name) {
        return new ScopeKey(ScopeKind.TRUST_CLASS, "", name);
    }

    /** One queue class. */
    public static ScopeKey queueClass(String name) {
        return new ScopeKey(ScopeKind.QUEUE_CLASS, "", name);
    }

    /** One cell class. */
    public static ScopeKey cellClass(CellClassName name) {
        return new ScopeKey(ScopeKind.CELL_CLASS, "", name.spelling());
    }

    /** One subject within one tenant: the same subject in another tenant is another principal. */
    public static ScopeKey principal(String tenant, Subject subject) {
        return new ScopeKey(
                ScopeKind.PRINCIPAL,
                tenant,
                // A namespace holds no slash, so no two subjects share a name.
                subject.kind() + "/" + subject.namespaceOrEmpty() + "/" + subject.nameOrUri());
    }

    /** What kind of scope it is. */
    public ScopeKind kind() {
        return kind;
    }

    /** The tenant of a principal, and empty for every other kind. */
    public String tenantOrEmpty() {
        return tenantOrEmpty;
    }

    /** The name within its kind; {@code kind/namespace/name} of a principal. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ScopeKey that
                        && hash == that.hash
                        && kind == that.kind
                        && name.equals(that.name)
                        && tenantOrEmpty.equals(that.tenantOrEmpty));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(ScopeKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return kind.spelling() + ":" + (tenantOrEmpty.isEmpty() ? "" : tenantOrEmpty + "/") + name;
    }
}
