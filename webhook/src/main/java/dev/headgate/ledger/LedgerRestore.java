package dev.headgate.ledger;

import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a ledger from its records, in their order (design page 3, "Durability"). Whatever was held is held again: nothing is
 * released here, and counters are recomputed from the permits.
 *
 * <p>After a restart of the process under the same kernel boot, times go on exactly. After a reboot the boot-time clock has
 * started anew, and how long the machine was off is not known. It was off for at least no time, and at most for what the wall
 * clock says: whatever lets work start or renew is taken from the reading that leaves less time, whatever releases or
 * forgets from the one that leaves more (design page 14, "Clocks").
 */
public final class LedgerRestore {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Longer than anything lasts, and small enough that sums with it stay in range: some 70 years. */
    private static final long MOST_MILLIS = Long.MAX_VALUE / 4 / NANOS_PER_MILLI;

    private final Map<String, Remembered> permits = new HashMap<>();
    /** Kernel boots in their order, each with the last reading of its clock. */
    private final LinkedHashMap<Long, Long> boots = new LinkedHashMap<>();

    private @Nullable Long currentBoot;
    private long lastSequence;

    private record Remembered(
            Permit permit,
            @Nullable IdempotencyKey key,
            @Nullable String startedAs,
            long whole,
            long touched,
            long kernelBoot) {}

    /**
     * Takes the next record.
     *
     * @return its sequence
     * @throws MalformedRecord if it is not one
     */
    public long replay(byte[] bytes) throws MalformedRecord {
        LedgerRecord record = LedgerRecordCodec.decode(bytes, this::grant);
        switch (record) {
            case LedgerRecord.Booted booted -> currentBoot = booted.kernelBoot();
            case LedgerRecord.Whole whole -> {
                currentBoot = whole.kernelBoot();
                permits.put(
                        whole.permit().grant().permitId(),
                        new Remembered(
                                whole.permit(),
                                whole.key(),
                                whole.startedAs(),
                                whole.sequence(),
                                whole.sequence(),
                                whole.kernelBoot()));
            }
            case LedgerRecord.Changed changed -> {
                for (Permit permit : changed.permits()) {
                    permits.computeIfPresent(
                            permit.grant().permitId(),
                            (_, known) -> new Remembered(
                                    permit,
                                    known.key,
                                    known.startedAs,
                                    known.whole,
                                    changed.sequence(),
                                    known.kernelBoot));
                }
            }
        }
        if (currentBoot != null) {
            boots.merge(currentBoot, record.atBootNanos(), Math::max);
        }
        lastSequence = record.sequence();
        return lastSequence;
    }

    private @Nullable Grant grant(String permitId) {
        Remembered known = permits.get(permitId);
        return known == null ? null : known.permit.grant();
    }

    /** The sequence of the last record, 0 before the first. */
    public long lastSequence() {
        return lastSequence;
    }

    /** How many permits the records hold, finished ones included. */
    public int permits() {
        return permits.size();
    }

    /** The highest fencing token of any permit; every token to come must be above it. */
    public long highestFencingToken() {
        return permits.values().stream()
                .mapToLong(remembered -> remembered.permit.fencingToken())
                .max()
                .orElse(0);
    }

    /**
     * The ledger as it stands now.
     *
     * @param sink takes the records from now on
     * @param kernelBoot names the kernel boot of now
     * @throws IllegalStateException if its counters differ from what its permits hold
     */
    public Ledger finish(
            RecordSink sink, long kernelBoot, long nowBootNanos, long nowMonotonicNanos, long nowUnixMillis) {
        var ledger = new Ledger(sink, kernelBoot, lastSequence);
        var adopted = new ArrayList<PermitEntry>();
        permits.values().stream()
                .sorted(Comparator.comparing(
                        remembered -> remembered.permit.grant().permitId()))
                .forEach(remembered -> {
                    boolean rebooted = remembered.kernelBoot != kernelBoot;
                    Permit permit = rebooted
                            ? moved(remembered, kernelBoot, nowBootNanos, nowUnixMillis)
                                    .to(nowBootNanos, nowMonotonicNanos)
                            : remembered.permit;
                    PermitEntry entry = ledger.adopt(
                            withGrace(permit, nowBootNanos), remembered.key, remembered.startedAs, rebooted);
                    entry.whole = remembered.whole;
                    entry.touched = remembered.touched;
                    adopted.add(entry);
                });
        ledger.adopted(adopted);
        compare(ledger);
        return ledger;
    }

    /** How long ago the grant was: at least by the uptimes since, at most by the wall clock. */
    private Moved moved(Remembered remembered, long kernelBoot, long nowBootNanos, long nowUnixMillis) {
        Grant grant = remembered.permit.grant();
        long least = boots.getOrDefault(remembered.kernelBoot, grant.grantedBootNanos())
                - grant.grantedBootNanos()
                + nowBootNanos;
        boolean after = false;
        for (Map.Entry<Long, Long> boot : boots.entrySet()) {
            if (after && boot.getKey() != kernelBoot) {
                // A boot-time clock begins at zero, so its last reading has passed altogether.
                least = Math.addExact(least, boot.getValue());
            }
            after |= boot.getKey() == remembered.kernelBoot;
        }
        long grantUnixMillis = grant.deadlineUnixMillis()
                - Math.floorDiv(grant.deadlineBootNanos() - grant.grantedBootNanos(), NANOS_PER_MILLI);
        long byWallMillis = Math.clamp(nowUnixMillis - grantUnixMillis, 0, MOST_MILLIS);
        return new Moved(remembered.permit, least, Math.max(least, byWallMillis * NANOS_PER_MILLI));
    }

    /** Executing work had no endpoint to renew at; it gets time to find this one. */
    private static Permit withGrace(Permit permit, long nowBootNanos) {
        if (!(permit instanceof Permit.Executing running)) {
            return permit;
        }
        Grant grant = running.grant();
        long grace = Math.addExact(nowBootNanos, grant.lease().gracePeriodMillis() * NANOS_PER_MILLI);
        return new Permit.Executing(
                grant,
                running.fencingToken(),
                running.execution(),
                Math.min(grant.deadlineBootNanos(), Math.max(running.leaseEndBootNanos(), grace)),
                running.renewalSequence(),
                running.cancelRequested());
    }

    /**
     * A permit whose times are readings of another kernel boot.
     *
     * @param leastNanos the least that has passed since its grant
     * @param mostNanos the most
     */
    private record Moved(Permit permit, long leastNanos, long mostNanos) {

        Permit to(long nowBootNanos, long nowMonotonicNanos) {
            Grant old = permit.grant();
            long forward = nowBootNanos - mostNanos - old.grantedBootNanos();
            long later = nowBootNanos - leastNanos - old.grantedBootNanos();
            Grant grant = old.movedBy(forward);
            return switch (permit) {
                case Permit.Queued queued -> new Permit.Queued(grant, queued.fencingToken());
                case Permit.Executing running ->
                    new Permit.Executing(
                            grant,
                            running.fencingToken(),
                            execution(running.execution(), later, nowBootNanos, nowMonotonicNanos),
                            running.leaseEndBootNanos() + forward,
                            running.renewalSequence(),
                            running.cancelRequested());
                case Permit.Uncertain doubted ->
                    new Permit.Uncertain(
                            grant,
                            doubted.fencingToken(),
                            execution(doubted.execution(), later, nowBootNanos, nowMonotonicNanos),
                            doubted.leaseEndBootNanos() + forward,
                            doubted.renewalSequence(),
                            doubted.cancelRequested(),
                            doubted.doubt(),
                            doubted.sinceBootNanos() + later);
                case Permit.Settled settled -> {
                    Execution execution = settled.execution();
                    yield new Permit.Settled(
                            grant,
                            settled.fencingToken(),
                            execution == null ? null : execution(execution, later, nowBootNanos, nowMonotonicNanos),
                            settled.cancelRequested(),
                            settled.cause(),
                            settled.completion(),
                            settled.statement(),
                            settled.settledBootNanos() + later);
                }
            };
        }

        private static Execution execution(Execution old, long later, long nowBootNanos, long nowMonotonicNanos) {
            if (!old.bounded()) {
                return old;
            }
            long endsBy = old.endsByBootNanos() + later;
            return new Execution(
                    old.executorId(),
                    old.startedBy(),
                    endsBy,
                    Math.addExact(nowMonotonicNanos, Math.max(0, endsBy - nowBootNanos)));
        }
    }

    /** Holds the counters against what the permits hold, counted in another way. */
    private static void compare(Ledger ledger) {
        Map<ScopeKey, Usage> counted = new TreeMap<>();
        PermitWalk walk = ledger.walk(null);
        for (Permit permit = walk.next(); permit != null; permit = walk.next()) {
            if (permit instanceof Permit.Settled) {
                continue;
            }
            Usage held = new Usage(
                    permit instanceof Permit.Queued ? 1 : 0,
                    1,
                    permit.grant().budget().cpuFuel(),
                    permit.grant().budget().memoryBytes());
            for (ScopeKey scope : permit.grant().scopes()) {
                counted.merge(scope, held, Usage::plus);
            }
        }
        if (!counted.equals(ledger.usages())) {
            throw new IllegalStateException("the counters differ from what the permits hold");
        }
    }
}
