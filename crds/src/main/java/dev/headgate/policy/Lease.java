package dev.headgate.policy;

/**
 * Leases of permits (design pages 3 and 13).
 *
 * @param queuedDurationMillis how long a permit may stay queued before it expires, at least 1
 * @param executingDurationMillis how long executing work may stay silent before it counts as uncertain, at least 1; a lease
 *     never reaches past the deadline, so work shorter than this need not renew
 * @param gracePeriodMillis how much longer, after a restart of the endpoint, executing work may stay silent at least
 */
public record Lease(long queuedDurationMillis, long executingDurationMillis, long gracePeriodMillis) {}
