package dev.headgate.policy;

import java.util.List;

/**
 * Where a revision may run; an empty list allows anywhere.
 *
 * @param architectures as Kubernetes labels nodes, such as {@code amd64}; sorted
 * @param regions sorted
 * @param zones sorted
 */
public record PlacementRules(List<String> architectures, List<String> regions, List<String> zones) {
    public PlacementRules {
        architectures = List.copyOf(architectures);
        regions = List.copyOf(regions);
        zones = List.copyOf(zones);
    }
}
