package dev.headgate.policy;

/**
 * Leases of permits (design page 3).
 *
 * @param queuedDurationMillis how long a permit may stay queued before it expires, at least 1
 */
public record Lease(long queuedDurationMillis) {}
