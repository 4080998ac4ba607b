package dev.headgate.ledger;

/**
 * What the live permits of one scope hold together.
 *
 * @param queued permits that are queued
 * @param active permits that are queued or executing
 * @param cpuFuel promised CPU fuel, in units of the runtime
 * @param memoryBytes promised memory
 */
public record Usage(long queued, long active, long cpuFuel, long memoryBytes) {
    /** The use of a scope that holds nothing. */
    public static final Usage NOTHING = new Usage(0, 0, 0, 0);

    /** Both together, exactly. */
    Usage plus(Usage other) {
        return new Usage(
                Math.addExact(queued, other.queued),
                Math.addExact(active, other.active),
                Math.addExact(cpuFuel, other.cpuFuel),
                Math.addExact(memoryBytes, other.memoryBytes));
    }

    /** The use of one dimension. */
    public long of(Dimension dimension) {
        return switch (dimension) {
            case QUEUED -> queued;
            case ACTIVE -> active;
            case CPU_FUEL -> cpuFuel;
            case MEMORY_BYTES -> memoryBytes;
        };
    }
}
