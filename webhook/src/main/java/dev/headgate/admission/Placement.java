package dev.headgate.admission;

/**
 * Where this node is. An empty part is unknown, and satisfies no restriction on it.
 *
 * @param architecture as Kubernetes labels nodes, such as {@code amd64}
 * @param region {@code topology.kubernetes.io/region}
 * @param zone {@code topology.kubernetes.io/zone}
 */
public record Placement(String architecture, String region, String zone) {}
