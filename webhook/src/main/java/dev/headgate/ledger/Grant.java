package dev.headgate.ledger;

import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Lease;
import dev.headgate.policy.Profile;
import dev.headgate.policy.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was granted, once and for all: no transition and no later policy changes any of it (design page 3). Most parts are
 * shared with the policy that decided, so a grant is small.
 *
 * @param permitId unique for ever on this node
 * @param tenant whose work it is
 * @param activationId unique among the live permits of the tenant
 * @param owner the principal that was admitted
 * @param onBehalfOf the end user that was named, if one was
 * @param executors who besides the owner may act on the permit, as the policy said at the grant
 * @param policy which policy decided
 * @param revision what shall run, and by which route
 * @param function which function of the route
 * @param profile how it shall run
 * @param cellClass in which class of cells
 * @param cellParallelism cells of that class that were usable at the grant, at least 1
 * @param queueClass which queue class it waits in
 * @param priority as requested
 * @param payloadBytes as requested; the most it may bring
 * @param lease how long it holds without a sign of life
 * @param budget what it may use; its CPU fuel and memory are held until it is settled
 * @param grantedBootNanos boot-time clock at the grant
 * @param deadlineBootNanos boot-time clock at the deadline; nothing moves it
 * @param startByBootNanos boot-time clock at the latest start, never after the deadline
 * @param deadlineUnixMillis wall clock at the deadline as it was read at the grant
 * @param startByUnixMillis wall clock at the latest start likewise
 */
public record Grant(
        String permitId,
        String tenant,
        String activationId,
        Subject owner,
        @Nullable String onBehalfOf,
        List<Subject> executors,
        PolicyVersion policy,
        RevisionIdentity revision,
        String function,
        Profile profile,
        CellClassName cellClass,
        int cellParallelism,
        String queueClass,
        int priority,
        long payloadBytes,
        Lease lease,
        Budget budget,
        long grantedBootNanos,
        long deadlineBootNanos,
        long startByBootNanos,
        long deadlineUnixMillis,
        long startByUnixMillis) {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    public Grant {
        executors = List.copyOf(executors);
        if (startByBootNanos > deadlineBootNanos || cellParallelism < 1) {
            throw new IllegalArgumentException("a grant must be able to start before its deadline, in some cell");
        }
    }

    /** The same grant, on a clock whose readings differ by so much. What was told in wall-clock times stands. */
    Grant movedBy(long nanos) {
        return new Grant(
                permitId,
                tenant,
                activationId,
                owner,
                onBehalfOf,
                executors,
                policy,
                revision,
                function,
                profile,
                cellClass,
                cellParallelism,
                queueClass,
                priority,
                payloadBytes,
                lease,
                budget,
                grantedBootNanos + nanos,
                deadlineBootNanos + nanos,
                startByBootNanos + nanos,
                deadlineUnixMillis,
                startByUnixMillis);
    }

    /** The scopes whose counters its budget is in: those of its own words, whatever a policy says by now. */
    ScopeKey[] scopes() {
        return new ScopeKey[] {
            ScopeKey.node(),
            ScopeKey.tenant(tenant),
            ScopeKey.trustClass(revision.trustClass()),
            ScopeKey.queueClass(queueClass),
            ScopeKey.cellClass(cellClass),
            ScopeKey.principal(tenant, owner)
        };
    }

    /** Whether a subject may act on the permit: its owner, or an executor recorded at the grant (design page 14). */
    public boolean allows(Subject subject) {
        return owner.equals(subject) || executors.contains(subject);
    }

    /** Whether the deadline has passed. */
    public boolean deadlinePassed(long nowBootNanos) {
        return nowBootNanos >= deadlineBootNanos;
    }

    /** The end of a lease that is given now: never after the deadline, so that short work need not renew. */
    long leaseEnd(long nowBootNanos) {
        return Math.min(deadlineBootNanos, plusMillis(nowBootNanos, lease.executingDurationMillis()));
    }

    /** The execution that starts now, with the end that the bound of its profile gives it. */
    Execution execution(String executorId, Subject startedBy, long nowBootNanos, long nowMonotonicNanos) {
        ExecutionBound bound = profile.executionBound();
        if (!bound.releases()) {
            return new Execution(executorId, startedBy, Execution.NEVER, Execution.NEVER);
        }
        long endsBy = plusMillis(deadlineBootNanos, bound.maxOverrunMillis());
        return new Execution(
                executorId, startedBy, endsBy, Math.addExact(nowMonotonicNanos, Math.max(0, endsBy - nowBootNanos)));
    }

    /** A grant never lasts longer than the compiler's largest duration, so the sum stays in range. */
    private static long plusMillis(long nanos, long millis) {
        return Math.addExact(nanos, Math.multiplyExact(millis, NANOS_PER_MILLI));
    }

    /** The first boot-time reading at which a start is too late. */
    long firstTooLate() {
        return startByBootNanos < deadlineBootNanos ? startByBootNanos + 1 : deadlineBootNanos;
    }

    /** Whether it is too late to start; the very moment {@code startBy} is still in time, the deadline is not. */
    public boolean tooLateToStart(long nowBootNanos) {
        return nowBootNanos > startByBootNanos || deadlinePassed(nowBootNanos);
    }
}
