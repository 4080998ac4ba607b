package dev.headgate.ledger;

import dev.headgate.policy.HeldLimits;

/** The counters of one scope. Only {@link Ledger} changes them; an entry that holds nothing leaves the ledger. */
final class ScopeUsage {
    /** Stands in for a scope without an entry; never charged. */
    static final ScopeUsage EMPTY = new ScopeUsage(ScopeKey.node());

    private final ScopeKey key;
    private long queued;
    private long active;
    private long cpuFuel;
    private long memoryBytes;

    ScopeUsage(ScopeKey key) {
        this.key = key;
    }

    ScopeKey key() {
        return key;
    }

    long queued() {
        return queued;
    }

    long active() {
        return active;
    }

    /** Room for one more permit, dimension by dimension in the order of the decision. */
    Room room(ScopeKind scope, HeldLimits limits, long demandCpuFuel, long demandMemoryBytes) {
        if (lacks(queued, 1, limits.queued())) {
            return full(scope, Dimension.QUEUED, 1, limits.queued());
        }
        if (lacks(active, 1, limits.active())) {
            return full(scope, Dimension.ACTIVE, 1, limits.active());
        }
        if (lacks(cpuFuel, demandCpuFuel, limits.cpuFuel())) {
            return full(scope, Dimension.CPU_FUEL, demandCpuFuel, limits.cpuFuel());
        }
        if (lacks(memoryBytes, demandMemoryBytes, limits.memoryBytes())) {
            return full(scope, Dimension.MEMORY_BYTES, demandMemoryBytes, limits.memoryBytes());
        }
        return Room.Free.FREE;
    }

    /** Subtracts instead of adding: neither side can leave the range of a long, so nothing wraps. */
    private static boolean lacks(long used, long demand, long limit) {
        return demand > limit || used > limit - demand;
    }

    private static Room full(ScopeKind scope, Dimension dimension, long demand, long limit) {
        return new Room.Full(scope, dimension, demand <= limit);
    }

    void charge(long addedCpuFuel, long addedMemoryBytes) {
        queued = Math.addExact(queued, 1);
        active = Math.addExact(active, 1);
        cpuFuel = Math.addExact(cpuFuel, addedCpuFuel);
        memoryBytes = Math.addExact(memoryBytes, addedMemoryBytes);
    }

    void releaseQueueSlot() {
        queued = lessened(queued, 1);
    }

    void release(boolean withQueueSlot, long heldCpuFuel, long heldMemoryBytes) {
        if (withQueueSlot) {
            queued = lessened(queued, 1);
        }
        active = lessened(active, 1);
        cpuFuel = lessened(cpuFuel, heldCpuFuel);
        memoryBytes = lessened(memoryBytes, heldMemoryBytes);
    }

    private static long lessened(long used, long amount) {
        if (amount > used) {
            throw new IllegalStateException("more is released than is held");
        }
        return used - amount;
    }

    /** Every permit counts as active, so a scope without active permits holds nothing at all. */
    boolean holdsNothing() {
        return active == 0;
    }

    Usage read() {
        return new Usage(queued, active, cpuFuel, memoryBytes);
    }
}
