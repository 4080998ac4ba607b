package dev.headgate.policy;

import java.util.List;

/**
 * The compiled form of one {@code DeploymentCatalog}.
 *
 * @param namespace of the source
 * @param name of the source
 * @param tenant the tenant that names the namespace
 * @param services sorted by name; unique over all catalogs of the tenant
 * @param revisions sorted by service and name
 */
public record Catalog(String namespace, String name, String tenant, List<Service> services, List<Revision> revisions) {
    public Catalog {
        services = List.copyOf(services);
        revisions = List.copyOf(revisions);
    }
}
