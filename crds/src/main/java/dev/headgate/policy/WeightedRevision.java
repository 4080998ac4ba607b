package dev.headgate.policy;

/**
 * A revision's share of a route.
 *
 * @param revision name of a revision of the same service
 * @param weight 0 to 1,000,000; zero is never chosen and still verifies when presented
 */
public record WeightedRevision(String revision, int weight) {}
