package dev.headgate.policy;

/**
 * A class of waiting, chosen by priority and by nothing else.
 *
 * @param name unique among queue classes
 * @param minPriority the lowest priority of the class, inclusive
 * @param maxPriority the highest priority of the class, inclusive
 * @param maxQueued the most queued permits of the class; zero disables it
 */
public record QueueClass(String name, int minPriority, int maxPriority, long maxQueued) {}
