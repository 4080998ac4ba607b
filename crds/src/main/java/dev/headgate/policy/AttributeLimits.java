package dev.headgate.policy;

/**
 * Bounds of claims, request attributes and attributes of a presented revision together.
 *
 * @param maxEntries the most entries, 0 or more
 * @param maxSizeBytes the most UTF-8 bytes of all keys and values, 0 or more
 */
public record AttributeLimits(int maxEntries, long maxSizeBytes) {}
