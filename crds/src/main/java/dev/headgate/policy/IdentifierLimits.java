package dev.headgate.policy;

/**
 * Bounds of names, in UTF-8 bytes (seed 000, {@code maximum_identifier_bytes}).
 *
 * @param maxLength the longest name that a caller chooses, 1 to 253
 * @param maxGeneratedLength the longest generated revision or release identity, 83 to 512
 */
public record IdentifierLimits(int maxLength, int maxGeneratedLength) {}
