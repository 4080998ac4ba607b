package dev.headgate.policy;

/**
 * When node load refuses admission (seed 000, "Deadline feasibility and node overload").
 *
 * @param cpuThresholdPerMille CPU pressure at or above which admission is refused, 1 to 1000
 * @param memoryThresholdPerMille memory pressure likewise
 * @param maxObservationAgeMillis the oldest observation that counts, at least 1
 * @param source where observations come from
 */
public record Overload(
        int cpuThresholdPerMille, int memoryThresholdPerMille, long maxObservationAgeMillis, LoadSource source) {}
