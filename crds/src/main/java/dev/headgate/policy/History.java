package dev.headgate.policy;

/**
 * Bounds of the finished permits that their owners can still read.
 *
 * @param maxEntries the most entries of the node, 0 to 100,000; the oldest go first
 * @param maxAgeMillis how long an entry is kept, at least 1
 */
public record History(int maxEntries, long maxAgeMillis) {}
