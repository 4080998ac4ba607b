package dev.headgate.policy;

import java.util.Comparator;

/** Which {@code DeploymentCatalog}: its namespace and name. */
public record CatalogKey(String namespace, String name) implements Comparable<CatalogKey> {
    @Override
    public int compareTo(CatalogKey other) {
        return Comparator.comparing(CatalogKey::namespace)
                .thenComparing(CatalogKey::name)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
