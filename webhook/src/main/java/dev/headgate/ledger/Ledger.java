package dev.headgate.ledger;

import dev.headgate.ledger.Transition.Obstacle;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Subject;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one holder of counters of a node, for its whole life and whatever is pinned (design page 2, "Ledger"). It knows no
 * limits: each decision brings those of its pin. Every permit is charged in every scope of its decision, limited or not, so
 * a limit that comes later meets true use; a release takes back the recorded charges and nothing else.
 *
 * <p>Not safe for threads: its owner holds one exclusion around every call. Times are readings of the boot-time clock in
 * nanoseconds, and never fall from one call to the next.
 */
public final class Ledger {
    /** The most expiries, and the most forgotten entries of the history, that one call handles (design page 3, "Bounds"). */
    public static final int MAX_EXPIRIES_PER_TURN = 256;

    private final Map<ScopeKey, ScopeUsage> usages = new HashMap<>();
    private final Map<String, LiveTenant> tenants = new HashMap<>();
    private final PermitTable table = new PermitTable();
    private final Expiries expiries = new Expiries();
    private long executing;

    // What the last check of room found, so that the reservation after it need not look everything up again. Forgotten
    // by
    // every change of a counter.
    private ScopeUsage[] checked = new ScopeUsage[0];
    private ScopeLimits @Nullable [] checkedFor;
    private long checkedCpuFuel;
    private long checkedMemoryBytes;

    /** Sets the bounds of the history. Entries above them go within the next turns. */
    public void boundHistory(int maxEntries, long maxAgeMillis) {
        table.bound(maxEntries, maxAgeMillis);
    }

    /** Applies what is due of all permits, and of the history, at most {@link #MAX_EXPIRIES_PER_TURN} of each. */
    public void applyDue(long nowBootNanos) {
        for (int turn = 0; turn < MAX_EXPIRIES_PER_TURN; turn++) {
            PermitEntry due = expiries.due(nowBootNanos);
            if (due == null) {
                break;
            }
            applyDue(due, nowBootNanos);
        }
        table.forget(nowBootNanos, MAX_EXPIRIES_PER_TURN);
    }

    /** Whether something is due that the last turn did not reach. */
    public boolean moreDue(long nowBootNanos) {
        return expiries.due(nowBootNanos) != null;
    }

    /** Whether an activation id names a live permit of a tenant. */
    public boolean isLive(String tenant, String activationId) {
        LiveTenant live = tenants.get(tenant);
        return live != null && live.find(activationId) != null;
    }

    /** The first of the scopes, in their order, that has no room for one more permit. Changes no counter. */
    public Room room(ScopeLimits[] scopes, long cpuFuel, long memoryBytes) {
        if (scopes.length != checked.length) {
            checked = new ScopeUsage[scopes.length];
        }
        checkedFor = null;
        for (int at = 0; at < scopes.length; at++) {
            ScopeLimits scope = scopes[at];
            ScopeUsage usage = usages.getOrDefault(scope.key(), ScopeUsage.EMPTY);
            Room room = usage.room(scope.key().kind(), scope.limits(), cpuFuel, memoryBytes);
            if (room != Room.Free.FREE) {
                return room;
            }
            checked[at] = usage;
        }
        checkedFor = scopes;
        checkedCpuFuel = cpuFuel;
        checkedMemoryBytes = memoryBytes;
        return Room.Free.FREE;
    }

    /** What the live permits of a scope hold. */
    public Usage usage(ScopeKey key) {
        return usages.getOrDefault(key, ScopeUsage.EMPTY).read();
    }

    /** How many permits of a scope are queued or executing. */
    public long active(ScopeKey key) {
        return usages.getOrDefault(key, ScopeUsage.EMPTY).active();
    }

    /** How long a tenant's queue for a cell class took over the last 30 seconds; 0 when nothing of it is queued. */
    public long queueDelayNanos(String tenant, CellClassName cellClass, long nowBootNanos) {
        LiveTenant live = tenants.get(tenant);
        return live == null ? 0 : live.queueDelayNanos(cellClass, nowBootNanos);
    }

    /**
     * Takes a grant in: registers its activation and charges its budget in each scope. Follows a {@link #room} of the same
     * scopes and amounts that found room, without a change in between.
     *
     * @throws IllegalArgumentException if it does not, or the activation is live
     */
    @SuppressWarnings("ReferenceEquality") // The very scopes that were checked, not equal ones.
    public Permit.Queued reserve(Grant grant, ScopeLimits[] scopes, long fencingToken) {
        long cpuFuel = grant.budget().cpuFuel();
        long memoryBytes = grant.budget().memoryBytes();
        if (checkedFor != scopes
                || checkedCpuFuel != cpuFuel
                || checkedMemoryBytes != memoryBytes
                || cpuFuel < 0
                || memoryBytes < 0
                || isLive(grant.tenant(), grant.activationId())) {
            throw new IllegalArgumentException("a reservation without a check, or of something that is live");
        }
        ScopeUsage[] charged = checked.clone();
        checkedFor = null;
        for (int at = 0; at < charged.length; at++) {
            if (charged[at] == ScopeUsage.EMPTY) {
                ScopeUsage usage = new ScopeUsage(scopes[at].key());
                usages.put(scopes[at].key(), usage);
                charged[at] = usage;
            }
            charged[at].charge(cpuFuel, memoryBytes);
        }
        Permit.Queued permit = new Permit.Queued(grant, fencingToken);
        PermitEntry entry = new PermitEntry(permit, charged);
        table.add(entry);
        expiries.add(entry);
        LiveTenant live = tenants.get(grant.tenant());
        if (live == null) {
            live = new LiveTenant();
            tenants.put(grant.tenant(), live);
        }
        live.admitted(entry);
        return permit;
    }

    /** A permit that a subject may see: its owner, a recorded executor, or an administrator. */
    public Transition read(String permitId, Subject caller, boolean administrator, long nowBootNanos) {
        PermitEntry entry = visible(permitId, caller, administrator, nowBootNanos);
        return entry == null ? Transition.Absent.ABSENT : new Transition.Made(entry.permit());
    }

    /**
     * QUEUED to EXECUTING, which gives the queue slot back. The same executor repeating it gets the same permit while its
     * right to run lasts: while it executes, and before the deadline (design page 14, "Order, disclosure, journal").
     *
     * @param newFencingToken the token of the executing permit, if this call starts it
     */
    public Transition start(
            String permitId, Subject caller, String executorId, long nowBootNanos, long newFencingToken) {
        PermitEntry entry = visible(permitId, caller, false, nowBootNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued queued -> {
                noteStart(entry, nowBootNanos);
                leaveQueue(entry);
                for (ScopeUsage usage : entry.charged()) {
                    usage.releaseQueueSlot();
                }
                executing++;
                yield made(entry, queued.start(executorId, caller, newFencingToken));
            }
            case Permit.Executing running -> {
                if (!running.executorId().equals(executorId)) {
                    yield refused(Obstacle.NOT_QUEUED, running);
                }
                if (!running.startedBy().equals(caller)) {
                    yield refused(Obstacle.EXECUTOR_MISMATCH, running);
                }
                yield running.grant().deadlinePassed(nowBootNanos)
                        ? refused(Obstacle.EXPIRED, running)
                        : new Transition.Made(running);
            }
            case Permit.Settled settled -> {
                if (settled.cause() != SettlementCause.EXPIRED) {
                    yield refused(Obstacle.SETTLED, settled);
                }
                // Said from the clock, so it does not matter whether this call or an earlier turn expired the permit.
                yield refused(
                        settled.grant().deadlinePassed(nowBootNanos) ? Obstacle.DEADLINE_EXCEEDED : Obstacle.EXPIRED,
                        settled);
            }
        };
    }

    /** EXECUTING to SETTLED, by whoever holds the fencing token that counts; gives everything back. */
    public Transition complete(String permitId, Subject caller, long fencingToken, Outcome outcome, long nowBootNanos) {
        PermitEntry entry = visible(permitId, caller, false, nowBootNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued queued -> refused(Obstacle.NOT_EXECUTING, queued);
            case Permit.Executing running -> {
                if (running.fencingToken() != fencingToken) {
                    yield refused(Obstacle.TOKEN_STALE, running);
                }
                executing--;
                yield settled(entry, running.complete(outcome, nowBootNanos), false);
            }
            case Permit.Settled settled -> {
                if (settled.cause() != SettlementCause.COMPLETED) {
                    yield refused(Obstacle.SETTLED, settled);
                }
                if (settled.fencingToken() != fencingToken) {
                    yield refused(Obstacle.TOKEN_STALE, settled);
                }
                yield settled.outcome() == outcome ? new Transition.Made(settled) : refused(Obstacle.SETTLED, settled);
            }
        };
    }

    /** Releases a queued permit; marks the wish on an executing one, whose capacity stays until it is completed. */
    public Transition cancel(String permitId, Subject caller, boolean administrator, long nowBootNanos) {
        PermitEntry entry = visible(permitId, caller, administrator, nowBootNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued queued -> {
                leaveQueue(entry);
                yield settled(entry, queued.cancel(nowBootNanos), true);
            }
            case Permit.Executing running -> made(entry, running.requestCancel());
            case Permit.Settled settled ->
                settled.cause() == SettlementCause.CANCELLED
                        ? new Transition.Made(settled)
                        : refused(Obstacle.SETTLED, settled);
        };
    }

    /** The live permit of an activation, or null. */
    public @Nullable Permit live(String tenant, String activationId) {
        LiveTenant live = tenants.get(tenant);
        PermitEntry entry = live == null ? null : live.find(activationId);
        return entry == null ? null : entry.permit();
    }

    /** The tenants that have live permits, whether policy still names them or not. */
    public Iterable<String> liveTenants() {
        return tenants.keySet();
    }

    /** A walk over the kept permits in the order of their ids, which starts after one, or at the first if that is null. */
    public PermitWalk walk(@Nullable String after) {
        return new PermitWalk(after == null ? table.first() : table.firstAfter(after));
    }

    /** How many permits are in a state. */
    public long count(PermitState state) {
        return switch (state) {
            case QUEUED -> expiries.size();
            case EXECUTING -> executing;
            case SETTLED -> table.finished();
        };
    }

    /** Everything that is counted, in the order of keys. */
    public Map<ScopeKey, Usage> usages() {
        Map<ScopeKey, Usage> all = new TreeMap<>();
        usages.forEach((key, usage) -> all.put(key, usage.read()));
        return all;
    }

    private @Nullable PermitEntry visible(String permitId, Subject caller, boolean administrator, long nowBootNanos) {
        PermitEntry entry = table.find(permitId);
        if (entry == null || !(administrator || entry.grant().allows(caller))) {
            return null;
        }
        applyDue(entry, nowBootNanos);
        return entry;
    }

    private void applyDue(PermitEntry entry, long nowBootNanos) {
        if (entry.permit() instanceof Permit.Queued queued && entry.grant().tooLateToStart(nowBootNanos)) {
            leaveQueue(entry);
            settled(entry, queued.expire(nowBootNanos), true);
        }
    }

    private void noteStart(PermitEntry entry, long nowBootNanos) {
        Grant grant = entry.grant();
        for (ScopeUsage usage : entry.charged()) {
            if (usage.key().kind() == ScopeKind.CELL_CLASS) {
                boolean cellWasFree = usage.active() - usage.queued() < grant.cellParallelism();
                tenantOf(grant).started(grant, nowBootNanos, cellWasFree);
            }
        }
    }

    private void leaveQueue(PermitEntry entry) {
        checkedFor = null;
        expiries.remove(entry);
        tenantOf(entry.grant()).leftQueue(entry.grant());
    }

    private Transition settled(PermitEntry entry, Permit.Settled settled, boolean withQueueSlot) {
        Grant grant = entry.grant();
        checkedFor = null;
        for (ScopeUsage usage : entry.charged()) {
            usage.release(
                    withQueueSlot, grant.budget().cpuFuel(), grant.budget().memoryBytes());
            if (usage.holdsNothing()) {
                usages.remove(usage.key());
            }
        }
        LiveTenant live = tenantOf(grant);
        live.settled(grant);
        if (live.hasNoPermit()) {
            tenants.remove(grant.tenant());
        }
        Transition made = made(entry, settled);
        table.finish(entry);
        table.forget(settled.settledBootNanos(), MAX_EXPIRIES_PER_TURN);
        return made;
    }

    private LiveTenant tenantOf(Grant grant) {
        LiveTenant live = tenants.get(grant.tenant());
        if (live == null) {
            throw new IllegalStateException("a live permit whose tenant holds none");
        }
        return live;
    }

    private static Transition made(PermitEntry entry, Permit permit) {
        entry.become(permit);
        return new Transition.Made(permit);
    }

    private static Transition refused(Obstacle obstacle, Permit permit) {
        return new Transition.Refused(obstacle, permit);
    }
}
