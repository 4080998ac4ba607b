package dev.headgate.policy;

/**
 * Limits of what permits hold in one scope at once (design page 2). Each is exact: a use up to the limit is granted, one
 * more is refused. Zero grants nothing.
 *
 * @param active permits that are queued or executing
 * @param queued permits that are queued; zero disables the scope, since every admission takes a queue slot first
 * @param cpuFuel promised CPU fuel
 * @param memoryBytes promised memory in bytes
 */
public record HeldLimits(long active, long queued, long cpuFuel, long memoryBytes) {
    /** The value of a limit that its scope does not declare; only the principal scope may leave one out. */
    public static final long NONE = Long.MAX_VALUE;

    /** A scope that declares no limit. */
    public static final HeldLimits UNDECLARED = new HeldLimits(NONE, NONE, NONE, NONE);
}
