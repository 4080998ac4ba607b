package dev.headgate.policy;

import java.util.List;

/**
 * A service and its routes.
 *
 * @param name unique in the tenant
 * @param routes sorted by name
 */
public record Service(String name, List<Route> routes) {
    public Service {
        routes = List.copyOf(routes);
    }
}
