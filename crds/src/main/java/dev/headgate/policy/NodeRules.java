package dev.headgate.policy;

/**
 * Ceilings and limits of a whole node.
 *
 * @param budgetCeiling the most that one permit may be granted; its wall time is finite and positive
 * @param limits the most that all permits of the node hold together
 * @param maxPayloadBytes the largest payload, equality accepted
 * @param maxPriority the highest priority, equality accepted; 0 or more
 */
public record NodeRules(Budget budgetCeiling, HeldLimits limits, long maxPayloadBytes, int maxPriority) {}
