package dev.headgate.ledger;

import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one holder of counters of a node, for its whole life and whatever is pinned (design page 2, "Ledger"). It knows no
 * limits: each decision brings those of its pin. Every permit is charged in every scope of its decision, limited or not, so
 * a limit that comes later meets true use; a release takes back the recorded charges and nothing else.
 *
 * <p>Each change makes one {@link LedgerRecord}, numbered here, so that the order of the records is the order of the changes.
 *
 * <p>Not safe for threads: its owner holds one exclusion around every call. Times are readings of the boot-time clock in
 * nanoseconds, and where something may be released by its bound also of the monotonic clock; neither falls from one call to
 * the next.
 */
public final class Ledger {
    /** The most permits for which one call applies what is due, and the most it forgets (design page 3, "Bounds"). */
    public static final int MAX_EXPIRIES_PER_TURN = 256;

    private final RecordSink sink;
    private final long kernelBoot;
    private final Counters counters = new Counters();
    private final Map<String, LiveTenant> tenants = new HashMap<>();
    private final PermitTable table = new PermitTable();
    private final DueTimes dueTimes = new DueTimes();
    private final WholeRecords wholeRecords = new WholeRecords();
    private long lastSequence;
    private long queued;
    private long executing;
    private long uncertain;
    private long leasesMissed;

    /**
     * An empty ledger whose first record has sequence 1.
     *
     * @param kernelBoot names the kernel boot whose clock times are readings of
     */
    public Ledger(RecordSink sink, long kernelBoot) {
        this(sink, kernelBoot, 0);
    }

    /**
     * An empty ledger.
     *
     * @param lastSequence of the records that were made of it before; the next is one more
     */
    Ledger(RecordSink sink, long kernelBoot, long lastSequence) {
        this.sink = sink;
        this.kernelBoot = kernelBoot;
        this.lastSequence = lastSequence;
    }

    /**
     * Sets the bounds of the history. Entries above them go within the next turns.
     *
     * @param tenants how many share it, at least 1
     */
    public void boundHistory(int maxEntries, long maxAgeMillis, int tenants) {
        table.bound(maxEntries, maxAgeMillis, tenants);
    }

    /** Applies what is due of all permits, and of the history, at most {@link #MAX_EXPIRIES_PER_TURN} of each. */
    public void applyDue(long nowBootNanos, long nowMonotonicNanos) {
        for (int turn = 0; turn < MAX_EXPIRIES_PER_TURN; turn++) {
            PermitEntry due = dueTimes.due(nowBootNanos);
            if (due == null) {
                break;
            }
            applyDue(due, nowBootNanos, nowMonotonicNanos);
        }
        forget(nowBootNanos);
    }

    /** Whether something is due that the last turn did not reach. */
    public boolean moreDue(long nowBootNanos) {
        return dueTimes.due(nowBootNanos) != null;
    }

    /** Whether an activation id names a live permit of a tenant. */
    public boolean isLive(String tenant, String activationId) {
        LiveTenant live = tenants.get(tenant);
        return live != null && live.find(activationId) != null;
    }

    /** The first of the scopes, in their order, that has no room for one more permit. Changes no counter. */
    public Room room(ScopeLimits[] scopes, long cpuFuel, long memoryBytes) {
        return counters.room(scopes, cpuFuel, memoryBytes);
    }

    /** Whether a tenant may be granted one more admission that can be repeated under a key. */
    public boolean hasRoomForKey(String tenant) {
        return table.hasRoomForKey(tenant);
    }

    /** What the live permits of a scope hold. */
    public Usage usage(ScopeKey key) {
        return counters.of(key).read();
    }

    /** How many permits of a scope are queued, executing or uncertain. */
    public long active(ScopeKey key) {
        return counters.of(key).active();
    }

    /** How long a tenant's queue for a cell class took over the last 30 seconds; 0 when nothing of it is queued. */
    public long queueDelayNanos(String tenant, CellClassName cellClass, long nowBootNanos) {
        LiveTenant live = tenants.get(tenant);
        return live == null ? 0 : live.queueDelayNanos(cellClass, nowBootNanos);
    }

    /**
     * Takes a grant in: registers its activation and its key, and charges its budget in each scope. Follows a {@link #room} of
     * the same scopes and amounts that found room, without a change in between.
     *
     * @param key under which the admission may be repeated, or null
     * @throws IllegalArgumentException if it does not, or the activation is live
     */
    public Transition.Made reserve(Grant grant, ScopeLimits[] scopes, long fencingToken, @Nullable IdempotencyKey key) {
        Permit.Queued permit = new Permit.Queued(grant, fencingToken);
        PermitEntry entry = entry(permit, scopes, key, null);
        queued++;
        LiveTenant live = live(grant.tenant());
        live.admitted(entry);
        live.queued(entry);
        table.add(entry);
        dueTimes.add(entry, grant.firstTooLate());
        return recordWhole(entry, grant.grantedBootNanos());
    }

    /**
     * As {@link #reserve}, and starts the work in the same step and the same record.
     *
     * @param executorId who runs it; the owner has said so
     * @param runningToken the token of the executing permit, above that of the grant
     */
    public Transition.Made reserveStarted(
            Grant grant,
            ScopeLimits[] scopes,
            long fencingToken,
            @Nullable IdempotencyKey key,
            String executorId,
            long runningToken,
            long nowMonotonicNanos) {
        Permit.Executing permit = new Permit.Queued(grant, fencingToken)
                .start(executorId, grant.owner(), runningToken, grant.grantedBootNanos(), nowMonotonicNanos);
        PermitEntry entry = entry(permit, scopes, key, executorId);
        counters.releaseQueueSlot(entry.charged());
        executing++;
        table.add(entry);
        live(grant.tenant()).admitted(entry);
        dueTimes.add(entry, due(permit));
        return recordWhole(entry, grant.grantedBootNanos());
    }

    private PermitEntry entry(
            Permit permit, ScopeLimits[] scopes, @Nullable IdempotencyKey key, @Nullable String startedAs) {
        Grant grant = permit.grant();
        if (isLive(grant.tenant(), grant.activationId())) {
            throw new IllegalArgumentException("a reservation of something that is live");
        }
        ScopeUsage[] charged =
                counters.charge(scopes, grant.budget().cpuFuel(), grant.budget().memoryBytes());
        return new PermitEntry(permit, charged, key, startedAs);
    }

    /**
     * What became of the admission that a principal made under a key, or null if none is remembered. Answered from what was
     * granted, so it consults no policy (design page 3).
     */
    public @Nullable Repetition repeat(
            Subject principal, IdempotencyKey key, long nowBootNanos, long nowMonotonicNanos) {
        PermitEntry entry = table.findByKey(principal, key.key());
        if (entry == null) {
            return null;
        }
        IdempotencyKey known = entry.key();
        if (known == null || !known.sameRequest(key)) {
            return Repetition.Conflict.CONFLICT;
        }
        applyDue(entry, nowBootNanos, nowMonotonicNanos);
        return Repetition.of(entry, nowBootNanos);
    }

    /** A permit that a subject may see: its owner, a recorded executor, or an administrator. */
    public Transition read(
            String permitId, Subject caller, boolean administrator, long nowBootNanos, long nowMonotonicNanos) {
        PermitEntry entry = visible(permitId, caller, administrator, nowBootNanos, nowMonotonicNanos);
        return entry == null ? Transition.Absent.ABSENT : asItStands(entry);
    }

    /**
     * QUEUED to EXECUTING, which gives the queue slot back. The same executor repeating it gets the same permit while its
     * right to run lasts: while it is not settled, and before the deadline (design page 14, "Order, disclosure, journal").
     *
     * @param newFencingToken the token of the executing permit, if this call starts it
     */
    public Transition start(
            String permitId,
            Subject caller,
            String executorId,
            long newFencingToken,
            long nowBootNanos,
            long nowMonotonicNanos) {
        PermitEntry entry = visible(permitId, caller, false, nowBootNanos, nowMonotonicNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued permit -> {
                noteStart(entry, nowBootNanos);
                leaveQueue(entry);
                counters.releaseQueueSlot(entry.charged());
                executing++;
                yield becomes(
                        entry,
                        permit.start(executorId, caller, newFencingToken, nowBootNanos, nowMonotonicNanos),
                        nowBootNanos);
            }
            case Permit.Executing permit -> repeatedStart(entry, permit.execution(), caller, executorId, nowBootNanos);
            case Permit.Uncertain permit -> repeatedStart(entry, permit.execution(), caller, executorId, nowBootNanos);
            case Permit.Settled permit -> {
                if (permit.cause() != SettlementCause.EXPIRED) {
                    yield refused(Transition.Obstacle.SETTLED, entry);
                }
                // Said from the clock, so it does not matter whether this call or an earlier turn expired the permit.
                yield refused(
                        permit.grant().deadlinePassed(nowBootNanos)
                                ? Transition.Obstacle.DEADLINE_EXCEEDED
                                : Transition.Obstacle.EXPIRED,
                        entry);
            }
        };
    }

    private static Transition repeatedStart(
            PermitEntry entry, Execution running, Subject caller, String executorId, long nowBootNanos) {
        if (!running.executorId().equals(executorId)) {
            return refused(Transition.Obstacle.NOT_QUEUED, entry);
        }
        if (!running.startedBy().equals(caller)) {
            return refused(Transition.Obstacle.EXECUTOR_MISMATCH, entry);
        }
        return entry.grant().deadlinePassed(nowBootNanos)
                ? refused(Transition.Obstacle.EXPIRED, entry)
                : asItStands(entry);
    }

    /** Moves the lease; from UNCERTAIN back to EXECUTING. Never past the deadline. */
    public Transition renew(
            String permitId, Subject caller, Renewal renewal, long nowBootNanos, long nowMonotonicNanos) {
        List<PermitEntry> renewed = new ArrayList<>(1);
        Transition transition = renew(permitId, caller, renewal, renewed, nowBootNanos, nowMonotonicNanos);
        recordRenewed(renewed, nowBootNanos);
        return transition;
    }

    /** As {@link #renew}, for many permits with one record; the answers are in the order of the renewals. */
    public List<Transition> renewAll(
            List<String> permitIds, Subject caller, List<Renewal> renewals, long nowBootNanos, long nowMonotonicNanos) {
        List<PermitEntry> renewed = new ArrayList<>(renewals.size());
        List<Transition> transitions = new ArrayList<>(renewals.size());
        for (int at = 0; at < renewals.size(); at++) {
            transitions.add(
                    renew(permitIds.get(at), caller, renewals.get(at), renewed, nowBootNanos, nowMonotonicNanos));
        }
        recordRenewed(renewed, nowBootNanos);
        return List.copyOf(transitions);
    }

    private Transition renew(
            String permitId,
            Subject caller,
            Renewal renewal,
            List<PermitEntry> renewed,
            long nowBootNanos,
            long nowMonotonicNanos) {
        PermitEntry entry = visible(permitId, caller, false, nowBootNanos, nowMonotonicNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued _ -> refused(Transition.Obstacle.NOT_EXECUTING, entry);
            case Permit.Executing permit -> {
                Transition.Obstacle obstacle = obstacle(permit, permit.renewalSequence(), renewal, nowBootNanos);
                if (obstacle != null) {
                    yield refused(obstacle, entry);
                }
                if (permit.renewalSequence() == renewal.sequence()) {
                    yield asItStands(entry);
                }
                yield renewed(entry, permit.renew(renewal.sequence(), nowBootNanos), renewed);
            }
            case Permit.Uncertain permit -> {
                Transition.Obstacle obstacle = obstacle(permit, permit.renewalSequence(), renewal, nowBootNanos);
                if (obstacle != null) {
                    yield refused(obstacle, entry);
                }
                if (permit.renewalSequence() == renewal.sequence()) {
                    yield asItStands(entry);
                }
                uncertain--;
                executing++;
                yield renewed(entry, permit.renew(renewal.sequence(), nowBootNanos), renewed);
            }
            case Permit.Settled _ -> refused(Transition.Obstacle.SETTLED, entry);
        };
    }

    private static Transition.@Nullable Obstacle obstacle(
            Permit permit, long renewalSequence, Renewal renewal, long nowBootNanos) {
        if (permit.fencingToken() != renewal.fencingToken()) {
            return Transition.Obstacle.TOKEN_STALE;
        }
        if (renewal.sequence() < renewalSequence) {
            return Transition.Obstacle.RENEWAL_STALE;
        }
        return permit.grant().deadlinePassed(nowBootNanos) ? Transition.Obstacle.DEADLINE_EXCEEDED : null;
    }

    /** The answer waits only for what was before: a renewal that is lost makes doubt and nothing worse (design page 14). */
    private Transition renewed(PermitEntry entry, Permit.Executing permit, List<PermitEntry> renewed) {
        long before = entry.touched;
        entry.become(permit);
        dueTimes.remove(entry);
        dueTimes.add(entry, due(permit));
        renewed.add(entry);
        return new Transition.Made(permit, before);
    }

    private void recordRenewed(List<PermitEntry> renewed, long nowBootNanos) {
        List<Permit> changed = new ArrayList<>(renewed.size());
        for (PermitEntry entry : renewed) {
            if (entry.needsWhole) {
                recordWhole(entry, nowBootNanos);
            } else {
                changed.add(entry.permit());
            }
        }
        if (!changed.isEmpty()) {
            lastSequence++;
            for (PermitEntry entry : renewed) {
                entry.touched = lastSequence;
            }
            sink.append(new LedgerRecord.Changed(lastSequence, nowBootNanos, changed));
        }
    }

    /**
     * EXECUTING or UNCERTAIN to SETTLED, by whoever holds the fencing token that counts; gives everything back. With outcome
     * {@link Outcome#UNCERTAIN} to UNCERTAIN, which gives nothing back. After a release by bound the report is taken once.
     */
    public Transition complete(
            String permitId,
            Subject caller,
            long fencingToken,
            Completion completion,
            long nowBootNanos,
            long nowMonotonicNanos) {
        PermitEntry entry = visible(permitId, caller, false, nowBootNanos, nowMonotonicNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        if (entry.permit() instanceof Permit.Queued) {
            return refused(Transition.Obstacle.NOT_EXECUTING, entry);
        }
        if (entry.permit().fencingToken() != fencingToken) {
            return refused(
                    entry.permit().execution() == null ? Transition.Obstacle.SETTLED : Transition.Obstacle.TOKEN_STALE,
                    entry);
        }
        return switch (entry.permit()) {
            case Permit.Queued _ -> refused(Transition.Obstacle.NOT_EXECUTING, entry);
            case Permit.Executing permit ->
                completion.outcome() == Outcome.UNCERTAIN
                        ? doubted(entry, permit.doubt(Doubt.REPORTED, nowBootNanos), nowBootNanos)
                        : settled(entry, permit.complete(completion, nowBootNanos));
            case Permit.Uncertain permit ->
                completion.outcome() == Outcome.UNCERTAIN
                        ? asItStands(entry)
                        : settled(entry, permit.complete(completion, nowBootNanos));
            case Permit.Settled permit -> {
                if (permit.cause() == SettlementCause.BOUND_PASSED && permit.completion() == null) {
                    yield becomes(entry, permit.report(completion), nowBootNanos);
                }
                yield completion.equals(permit.completion())
                        ? asItStands(entry)
                        : refused(Transition.Obstacle.SETTLED, entry);
            }
        };
    }

    /** Releases a queued permit; marks the wish on one that was started, whose capacity stays until it is settled. */
    public Transition cancel(
            String permitId, Subject caller, boolean administrator, long nowBootNanos, long nowMonotonicNanos) {
        PermitEntry entry = visible(permitId, caller, administrator, nowBootNanos, nowMonotonicNanos);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        return switch (entry.permit()) {
            case Permit.Queued permit -> {
                leaveQueue(entry);
                yield settled(entry, permit.cancel(nowBootNanos));
            }
            case Permit.Executing permit ->
                permit.cancelRequested() ? asItStands(entry) : becomes(entry, permit.requestCancel(), nowBootNanos);
            case Permit.Uncertain permit ->
                permit.cancelRequested() ? asItStands(entry) : becomes(entry, permit.requestCancel(), nowBootNanos);
            case Permit.Settled permit ->
                permit.cause() == SettlementCause.CANCELLED
                        ? asItStands(entry)
                        : refused(Transition.Obstacle.SETTLED, entry);
        };
    }

    /**
     * UNCERTAIN to SETTLED: somebody who may see every permit states that the work has stopped. Work that nobody doubts is not
     * theirs to end.
     *
     * @param statement how they know; kept with the permit
     */
    public Transition terminate(String permitId, String statement, long nowBootNanos, long nowMonotonicNanos) {
        PermitEntry entry = table.find(permitId);
        if (entry == null) {
            return Transition.Absent.ABSENT;
        }
        applyDue(entry, nowBootNanos, nowMonotonicNanos);
        return switch (entry.permit()) {
            case Permit.Queued _ -> refused(Transition.Obstacle.NOT_UNCERTAIN, entry);
            case Permit.Executing _ -> refused(Transition.Obstacle.NOT_UNCERTAIN, entry);
            case Permit.Uncertain permit -> settled(entry, permit.terminate(statement, nowBootNanos));
            case Permit.Settled permit ->
                statement.equals(permit.statement()) ? asItStands(entry) : refused(Transition.Obstacle.SETTLED, entry);
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
            case QUEUED -> queued;
            case EXECUTING -> executing;
            case UNCERTAIN -> uncertain;
            case SETTLED -> table.finished();
        };
    }

    /** Boot-time clock when the permit became uncertain that has been so longest, or {@link Long#MAX_VALUE} if none is. */
    public long oldestUncertainBootNanos() {
        long oldest = Long.MAX_VALUE;
        if (uncertain > 0) {
            PermitWalk walk = walk(null);
            for (Permit permit = walk.next(); permit != null; permit = walk.next()) {
                if (permit instanceof Permit.Uncertain doubted) {
                    oldest = Math.min(oldest, doubted.sinceBootNanos());
                }
            }
        }
        return oldest;
    }

    /** How many leases were missed since the process began. */
    public long leasesMissed() {
        return leasesMissed;
    }

    /** How many permits are kept, live and finished. */
    public long kept() {
        return table.size();
    }

    /** How many admissions may still be repeated under their keys. */
    public int keyedEntries() {
        return table.keyed();
    }

    /** The bound of the history. */
    public int maxHistoryEntries() {
        return table.maxEntries();
    }

    /** Everything that is counted, in the order of keys. */
    public Map<ScopeKey, Usage> usages() {
        return counters.read();
    }

    /** The sequence of the last record, 0 before the first. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Makes a record of a start of the process; before anything else is done after a recovery. Returns its sequence. */
    public long recordBoot(long bootEpoch, long nowBootNanos) {
        lastSequence++;
        sink.append(new LedgerRecord.Booted(lastSequence, nowBootNanos, kernelBoot, bootEpoch));
        // Times that were moved are on record before anything counts on them: another start, with another wall clock,
        // must not
        // move them again.
        for (PermitEntry entry = table.first(); entry != null; entry = entry.next) {
            if (entry.needsWhole && !(entry.permit() instanceof Permit.Settled)) {
                recordWhole(entry, nowBootNanos);
            }
        }
        return lastSequence;
    }

    /**
     * Writes anew the permits whose last whole record is oldest, up to a sequence, so that records before it can go.
     *
     * @param upTo the newest sequence that shall become dispensable
     * @param atMost how many permits, at least 1
     */
    public void rewriteOldest(long upTo, int atMost, long nowBootNanos) {
        for (int written = 0; written < atMost; written++) {
            PermitEntry oldest = wholeRecords.oldest();
            if (oldest == null || oldest.whole > upTo) {
                return;
            }
            recordWhole(oldest, nowBootNanos);
        }
    }

    /** The oldest sequence that some permit still needs; one more than the last if none does. */
    public long oldestNeeded() {
        PermitEntry oldest = wholeRecords.oldest();
        return oldest == null ? lastSequence + 1 : oldest.whole;
    }

    /**
     * Takes in a permit that an earlier process held; {@link #adopted} follows when all are in.
     *
     * @param needsWhole whether its times were moved, so that older records of it must not be built upon
     */
    PermitEntry adopt(Permit permit, @Nullable IdempotencyKey key, @Nullable String startedAs, boolean needsWhole) {
        Grant grant = permit.grant();
        boolean over = permit instanceof Permit.Settled;
        ScopeUsage[] charged = over
                ? new ScopeUsage[0]
                : counters.restore(
                        grant.scopes(),
                        grant.budget().cpuFuel(),
                        grant.budget().memoryBytes(),
                        permit instanceof Permit.Queued);
        PermitEntry entry = new PermitEntry(permit, charged, key, startedAs);
        entry.needsWhole = needsWhole;
        table.add(entry);
        if (!over) {
            live(grant.tenant()).admitted(entry);
        }
        switch (permit) {
            case Permit.Queued _ -> {
                queued++;
                live(grant.tenant()).queued(entry);
                dueTimes.add(entry, grant.firstTooLate());
            }
            case Permit.Executing running -> {
                executing++;
                dueTimes.add(entry, due(running));
            }
            case Permit.Uncertain doubted -> {
                uncertain++;
                awaitEnd(entry, doubted.execution());
            }
            case Permit.Settled _ -> {
                // Those that are over are put in the order of their ends by adopted.
            }
        }
        return entry;
    }

    /** Puts what was adopted in order: by the age of whole records, and what is over by its end. */
    void adopted(List<PermitEntry> entries) {
        entries.stream()
                .sorted(Comparator.comparingLong(entry -> entry.whole))
                .forEach(entry -> wholeRecords.written(entry, entry.whole));
        entries.stream()
                .filter(entry -> entry.permit() instanceof Permit.Settled)
                .sorted(Comparator.comparingLong(Ledger::settledBootNanos))
                .forEach(table::finish);
    }

    private static long settledBootNanos(PermitEntry entry) {
        return entry.permit() instanceof Permit.Settled settled ? settled.settledBootNanos() : Long.MAX_VALUE;
    }

    private @Nullable PermitEntry visible(
            String permitId, Subject caller, boolean administrator, long nowBootNanos, long nowMonotonicNanos) {
        PermitEntry entry = table.find(permitId);
        if (entry == null || !(administrator || entry.grant().allows(caller))) {
            return null;
        }
        applyDue(entry, nowBootNanos, nowMonotonicNanos);
        return entry;
    }

    private void applyDue(PermitEntry entry, long nowBootNanos, long nowMonotonicNanos) {
        if (entry.permit() instanceof Permit.Queued permit && entry.grant().tooLateToStart(nowBootNanos)) {
            leaveQueue(entry);
            settled(entry, permit.expire(nowBootNanos));
        }
        if (entry.permit() instanceof Permit.Executing permit && permit.leaseMissed(nowBootNanos)) {
            leasesMissed++;
            doubted(entry, permit.doubt(Doubt.LEASE_MISSED, nowBootNanos), nowBootNanos);
        }
        if (entry.permit() instanceof Permit.Uncertain permit) {
            if (permit.execution().hasEnded(nowBootNanos, nowMonotonicNanos)) {
                settled(entry, permit.boundPassed(nowBootNanos));
            } else if (entry.dueIndex != PermitEntry.NOT_WAITING && entry.dueBootNanos <= nowBootNanos) {
                // The boot-time clock has come there, the monotonic one has slept: it needs at least as long again.
                dueTimes.remove(entry);
                dueTimes.add(
                        entry,
                        Math.addExact(nowBootNanos, permit.execution().endsByMonotonicNanos() - nowMonotonicNanos));
            }
        }
    }

    private void awaitEnd(PermitEntry entry, Execution execution) {
        dueTimes.remove(entry);
        if (execution.bounded()) {
            dueTimes.add(entry, execution.endsByBootNanos());
        }
    }

    /** The first moment at which the lease is over. */
    private static long due(Permit.Executing permit) {
        return permit.leaseEndBootNanos() + 1;
    }

    private Transition doubted(PermitEntry entry, Permit.Uncertain permit, long nowBootNanos) {
        executing--;
        uncertain++;
        Transition made = becomes(entry, permit, nowBootNanos);
        awaitEnd(entry, permit.execution());
        return made;
    }

    private void noteStart(PermitEntry entry, long nowBootNanos) {
        Grant grant = entry.grant();
        for (ScopeUsage usage : entry.charged()) {
            if (usage.key().kind() == ScopeKind.CELL_CLASS) {
                boolean cellWasFree = usage.active() - usage.queued() < grant.cellParallelism();
                live(grant.tenant()).started(grant, nowBootNanos, cellWasFree);
            }
        }
    }

    private void leaveQueue(PermitEntry entry) {
        queued--;
        live(entry.grant().tenant()).leftQueue(entry.grant());
    }

    private Transition settled(PermitEntry entry, Permit.Settled settled) {
        Grant grant = entry.grant();
        PermitState before = entry.permit().state();
        switch (before) {
            case QUEUED -> {
                // leaveQueue has counted it
            }
            case EXECUTING -> executing--;
            case UNCERTAIN -> uncertain--;
            case SETTLED -> throw new IllegalStateException("a permit is settled once");
        }
        dueTimes.remove(entry);
        counters.release(
                entry.charged(), grant.budget().cpuFuel(), grant.budget().memoryBytes(), before == PermitState.QUEUED);
        LiveTenant live = live(grant.tenant());
        live.settled(grant);
        if (live.hasNoPermit()) {
            tenants.remove(grant.tenant());
        }
        Transition made = becomes(entry, settled, settled.settledBootNanos());
        table.finish(entry);
        forget(settled.settledBootNanos());
        return made;
    }

    private void forget(long nowBootNanos) {
        for (int forgotten = 0; forgotten < MAX_EXPIRIES_PER_TURN; forgotten++) {
            PermitEntry entry = table.forgetOne(nowBootNanos);
            if (entry == null) {
                return;
            }
            wholeRecords.remove(entry);
        }
    }

    private LiveTenant live(String tenant) {
        LiveTenant live = tenants.get(tenant);
        if (live == null) {
            live = new LiveTenant();
            tenants.put(tenant, live);
        }
        return live;
    }

    private Transition.Made becomes(PermitEntry entry, Permit permit, long nowBootNanos) {
        entry.become(permit);
        if (permit instanceof Permit.Executing running) {
            dueTimes.remove(entry);
            dueTimes.add(entry, due(running));
        }
        if (entry.needsWhole) {
            return recordWhole(entry, nowBootNanos);
        }
        lastSequence++;
        entry.touched = lastSequence;
        sink.append(new LedgerRecord.Changed(lastSequence, nowBootNanos, List.of(permit)));
        return new Transition.Made(permit, lastSequence);
    }

    private Transition.Made recordWhole(PermitEntry entry, long nowBootNanos) {
        lastSequence++;
        entry.touched = lastSequence;
        entry.needsWhole = false;
        wholeRecords.written(entry, lastSequence);
        sink.append(new LedgerRecord.Whole(
                lastSequence, nowBootNanos, kernelBoot, entry.permit(), entry.key(), entry.startedAs()));
        return new Transition.Made(entry.permit(), lastSequence);
    }

    private static Transition.Made asItStands(PermitEntry entry) {
        return new Transition.Made(entry.permit(), entry.touched);
    }

    private static Transition refused(Transition.Obstacle obstacle, PermitEntry entry) {
        return new Transition.Refused(obstacle, entry.permit(), entry.touched);
    }
}
