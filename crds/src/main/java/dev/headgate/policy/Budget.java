package dev.headgate.policy;

/**
 * What one permit may use, or a ceiling of it.
 *
 * @param wallTimeMillis wall time in milliseconds, at least 1
 * @param cpuFuel CPU fuel in units of the runtime, 0 or more
 * @param memoryBytes memory in bytes, 0 or more
 */
public record Budget(long wallTimeMillis, long cpuFuel, long memoryBytes) {}
