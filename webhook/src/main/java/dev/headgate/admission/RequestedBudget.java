package dev.headgate.admission;

/**
 * What a request asks for. An absent dimension adds no restriction of its own; a dimension of a later phase must be absent
 * or zero (seed 000).
 *
 * @param wallTimeMillis milliseconds, or {@link #ABSENT}
 * @param cpuFuel units, or {@link #ABSENT}
 * @param memoryBytes bytes, or {@link #ABSENT}
 * @param hostCalls later phase
 * @param networkBytes later phase
 * @param storageBytes later phase
 * @param childActivations later phase
 * @param acceleratorTimeMillis later phase
 */
public record RequestedBudget(
        long wallTimeMillis,
        long cpuFuel,
        long memoryBytes,
        long hostCalls,
        long networkBytes,
        long storageBytes,
        long childActivations,
        long acceleratorTimeMillis) {

    /** The value of a dimension that the request leaves out. */
    public static final long ABSENT = -1;

    /** A request that asks for nothing in particular. */
    public static final RequestedBudget UNSPECIFIED =
            new RequestedBudget(ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT);
}
