package dev.headgate.policy;

/**
 * Estimates of the check that a queue can meet a deadline (design page 2, "Deadlines and feasibility").
 *
 * @param estimatedServiceTimeMillis how long one permit occupies a cell, 0 or more
 * @param minExecutionTimeMillis the shortest useful execution, 0 or more
 * @param safetyMarginMillis added on top, 0 or more
 */
public record Feasibility(long estimatedServiceTimeMillis, long minExecutionTimeMillis, long safetyMarginMillis) {}
