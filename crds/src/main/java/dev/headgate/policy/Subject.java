package dev.headgate.policy;

import java.util.Comparator;

/**
 * Who somebody is: an authenticated identity, as the policy names it. Two subjects are the same only when kind and every
 * part are equal; there are no wildcards and no groups (design page 2).
 */
public sealed interface Subject extends Comparable<Subject> {

    /** A service account of the cluster. */
    record ServiceAccount(String namespace, String name) implements Subject {}

    /** A user of the cluster, by mutual TLS or a token of the cluster's OIDC issuer. */
    record User(String name) implements Subject {}

    /** The SPIFFE identity of a peer certificate, such as {@code spiffe://example.org/ns/a/sa/b}. */
    record SpiffeId(String uri) implements Subject {}

    /** The user of a Unix socket's peer, by name or as {@code uid:1000}; only where a node stands alone or serves host processes. */
    record UnixUser(String name) implements Subject {}

    /** The holder of a bearer token that a node standing alone has in its own configuration, by the name given there. */
    record StaticToken(String name) implements Subject {}

    /** The kind as it is spelled in resources: {@code ServiceAccount}, {@code User}, {@code SPIFFEID}, {@code UnixUser}, {@code StaticToken}. */
    default String kind() {
        return switch (this) {
            case ServiceAccount _ -> "ServiceAccount";
            case User _ -> "User";
            case SpiffeId _ -> "SPIFFEID";
            case UnixUser _ -> "UnixUser";
            case StaticToken _ -> "StaticToken";
        };
    }

    /** The namespace of a service account, and empty for every other kind. */
    default String namespaceOrEmpty() {
        return this instanceof ServiceAccount account ? account.namespace() : "";
    }

    /** The name, or the URI of a SPIFFE identity. */
    default String nameOrUri() {
        return switch (this) {
            case ServiceAccount account -> account.name();
            case User user -> user.name();
            case SpiffeId id -> id.uri();
            case UnixUser user -> user.name();
            case StaticToken token -> token.name();
        };
    }

    @Override
    default int compareTo(Subject other) {
        return Comparator.comparing(Subject::kind)
                .thenComparing(Subject::namespaceOrEmpty)
                .thenComparing(Subject::nameOrUri)
                .compare(this, other);
    }
}
