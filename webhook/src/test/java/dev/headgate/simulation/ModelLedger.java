package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Reason;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Doubt;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node's ledger ought to do, written as simply as possible and without anything of it: permits by id, a wall of
 * conditions per call, and usage that is summed anew whenever it is asked for. Calls answer with the reason of a refusal, or
 * null where the answer is a yes.
 *
 * <p>Where the design leaves the moment of something open (when a finished permit is forgotten), the model says what is allowed.
 */
final class ModelLedger {
    private static final long MILLI = 1_000_000L;

    /** Live permits and finished ones that must, or may, still be known; in the order of their grants. */
    final Map<String, ModelPermit> permits = new HashMap<>();

    /** Every state that a permit took in the current call, in order. */
    final List<ModelPermit> changes = new ArrayList<>();

    private final Map<String, ModelPermit> byKey = new HashMap<>();

    @Nullable ModelPermit find(String permitId) {
        return permits.get(permitId);
    }

    private static String keyName(Subject principal, String key) {
        return principal.kind() + "/" + principal.namespaceOrEmpty() + "/" + principal.nameOrUri() + " " + key;
    }

    @Nullable ModelPermit findByKey(Subject principal, String key) {
        return byKey.get(keyName(principal, key));
    }

    /** Whether the history may have let go of it: it holds nothing, and nobody may ask to have its admission repeated. */
    static boolean forgettable(ModelPermit permit, long boot) {
        return !permit.live()
                && (permit.key == null || boot - permit.settledAt >= SimulatedPolicy.MAX_HISTORY_AGE_MILLIS * MILLI);
    }

    void put(ModelPermit permit) {
        permits.put(permit.id, permit);
        if (permit.key != null) {
            byKey.put(keyName(permit.owner, permit.key), permit);
        }
    }

    void forget(ModelPermit permit) {
        permits.remove(permit.id);
        if (permit.key != null) {
            byKey.remove(keyName(permit.owner, permit.key), permit);
        }
    }

    private void changed(ModelPermit permit) {
        permit.version++;
        changes.add(permit.copy());
    }

    // Usage.

    /** What the permits of a scope hold: queued, active, CPU fuel, memory; the last two as unsigned numbers. */
    long[] usage(String scope) {
        long[] sum = new long[4];
        for (ModelPermit permit : permits.values()) {
            if (permit.live() && permit.scopes.contains(scope)) {
                sum[0] += permit.state == PermitState.QUEUED ? 1 : 0;
                sum[1]++;
                sum[2] += permit.fuel;
                sum[3] += permit.memory;
            }
        }
        return sum;
    }

    long count(PermitState state) {
        return permits.values().stream().filter(permit -> permit.state == state).count();
    }

    // Time.

    /** Everything that is due by time alone. */
    void due(long boot, long monotonic) {
        for (ModelPermit permit : permits.values()) {
            due(permit, boot, monotonic);
        }
    }

    void due(ModelPermit permit, long boot, long monotonic) {
        if (permit.state == PermitState.QUEUED && (boot > permit.startBy || boot >= permit.deadline)) {
            settle(permit, SettlementCause.EXPIRED, boot);
        }
        if (permit.state == PermitState.EXECUTING && boot > permit.leaseEnd) {
            permit.state = PermitState.UNCERTAIN;
            permit.doubt = Doubt.LEASE_MISSED;
            permit.since = boot;
            changed(permit);
        }
        if (permit.state == PermitState.UNCERTAIN
                && permit.endsByBoot != ModelPermit.NEVER
                && boot >= permit.endsByBoot
                && monotonic >= permit.endsByMonotonic) {
            settle(permit, SettlementCause.BOUND_PASSED, boot);
        }
    }

    private void settle(ModelPermit permit, SettlementCause cause, long boot) {
        permit.state = PermitState.SETTLED;
        permit.cause = cause;
        permit.doubt = null;
        permit.settledAt = boot;
        changed(permit);
    }

    // Admission.

    /**
     * Whether an earlier grant answers a request under its key: that grant, with the reason for which it is not told again, if
     * there is one.
     */
    @Nullable Reason repeated(ModelPermit known, AdmissionRequest request, long boot, long monotonic) {
        if (request.idempotencyKey() == null
                || known.print != request.idempotencyKey().fingerprintLow()) {
            return Reason.IDEMPOTENCY_KEY_CONFLICT;
        }
        due(known, boot, monotonic);
        if (known.startedAs == null) {
            return null;
        }
        if (known.state == PermitState.SETTLED) {
            return Reason.PERMIT_SETTLED;
        }
        return boot >= known.deadline ? Reason.PERMIT_EXPIRED : null;
    }

    /** Steps 7 to 12, which depend on policy and request alone. */
    static @Nullable Reason ineligible(SimulatedPolicy policy, Subject caller, AdmissionRequest request) {
        String tenant = request.tenant();
        boolean known = "acme".equals(tenant)
                ? policy.withAcme() && subjects(policy).contains(caller)
                : "other".equals(tenant) && caller.equals(new Subject.User("bob"));
        if (!known) {
            return Reason.PRINCIPAL_NOT_AUTHORIZED;
        }
        if (request.payloadBytes() > SimulatedPolicy.MAX_PAYLOAD) {
            return Reason.PAYLOAD_TOO_LARGE;
        }
        if (request.priority() > SimulatedPolicy.MAX_PRIORITY) {
            return Reason.PRIORITY_NOT_AUTHORIZED;
        }
        RequestedBudget budget = request.budget();
        return budget.wallTimeMillis() == 0 || budget.cpuFuel() == 0 || budget.memoryBytes() == 0
                ? Reason.BUDGET_INFEASIBLE
                : null;
    }

    private static List<Subject> subjects(SimulatedPolicy policy) {
        Subject runtime = new Subject.ServiceAccount("payments", "runtime");
        return policy.withAlice() ? List.of(runtime, new Subject.User("alice")) : List.of(runtime);
    }

    /** The permit that a grant would make; its names and tokens are the ledger's to choose. */
    static ModelPermit drafted(
            SimulatedPolicy policy, Subject caller, AdmissionRequest request, long deadlineByCaller, long boot) {
        RequestedBudget budget = request.budget();
        long wall = budget.wallTimeMillis() == RequestedBudget.ABSENT
                ? SimulatedPolicy.WALL_CEILING_MILLIS
                : Math.min(SimulatedPolicy.WALL_CEILING_MILLIS, budget.wallTimeMillis());
        ModelPermit permit = new ModelPermit();
        permit.tenant = String.valueOf(request.tenant());
        permit.activation = request.activationId();
        permit.owner = caller;
        permit.executors =
                permit.tenant.equals("acme") ? List.of(new Subject.ServiceAccount("payments", "worker")) : List.of();
        permit.generation = policy.generation();
        permit.fuel = budget.cpuFuel() == RequestedBudget.ABSENT ? Long.MAX_VALUE : budget.cpuFuel();
        permit.memory = budget.memoryBytes() == RequestedBudget.ABSENT ? Long.MAX_VALUE : budget.memoryBytes();
        permit.scopes = List.of(
                "node:node",
                "tenant:" + permit.tenant,
                "trust-class:standard",
                request.priority() <= 4 ? "queue-class:batch" : "queue-class:interactive",
                permit.memory <= SimulatedPolicy.SMALL_CELL_MEMORY ? "cell-class:small" : "cell-class:standard",
                SimulatedPolicy.principal(permit.tenant, caller));
        permit.granted = boot;
        permit.deadline = Math.min(deadlineByCaller, boot + wall * MILLI);
        permit.startBy = Math.min(
                permit.deadline - SimulatedPolicy.NEEDED_MILLIS * MILLI,
                boot + policy.lease().queuedDurationMillis() * MILLI);
        permit.leaseNanos = policy.lease().executingDurationMillis() * MILLI;
        permit.graceNanos = policy.lease().gracePeriodMillis() * MILLI;
        permit.overrunNanos = policy.bound().releases() ? policy.bound().maxOverrunMillis() * MILLI : ModelPermit.NEVER;
        permit.startedAs = request.startExecutorId();
        if (request.idempotencyKey() != null) {
            permit.key = request.idempotencyKey().key();
            permit.print = request.idempotencyKey().fingerprintLow();
        }
        return permit;
    }

    /** Steps 15a to 15e, on a draft; everything due has been applied. */
    @Nullable Reason refusal(SimulatedPolicy policy, ModelPermit draft, long deadlineByCaller, long boot) {
        for (ModelPermit permit : permits.values()) {
            if (permit.live() && permit.tenant.equals(draft.tenant) && permit.activation.equals(draft.activation)) {
                return Reason.ACTIVATION_ID_UNAVAILABLE;
            }
        }
        if (boot >= deadlineByCaller) {
            return Reason.DEADLINE_EXCEEDED;
        }
        for (String scope : draft.scopes) {
            HeldLimits limit = draft.tenant.equals("other") && scope.equals("tenant:other")
                    ? dev.headgate.admission.TestingPolicy.wide()
                    : policy.limit(scope);
            long[] used = usage(scope);
            long[] demand = {1, 1, draft.fuel, draft.memory};
            long[] most = {limit.queued(), limit.active(), limit.cpuFuel(), limit.memoryBytes()};
            for (int dimension = 0; dimension < 4; dimension++) {
                if (demand[dimension] > most[dimension]) {
                    return Reason.EXCEEDS_LIMIT;
                }
                // Neither is negative, so their sum is exact as an unsigned number.
                if (Long.compareUnsigned(used[dimension] + demand[dimension], most[dimension]) > 0) {
                    return Reason.CAPACITY_EXHAUSTED;
                }
            }
        }
        return draft.deadline - boot <= SimulatedPolicy.NEEDED_MILLIS * MILLI ? Reason.QUEUE_DEADLINE_INFEASIBLE : null;
    }

    /** Keyed entries of a tenant, or of all where it is null: those that must be kept, and those that may be. */
    long[] keyed(@Nullable String tenant, long boot) {
        long[] counts = new long[2];
        for (ModelPermit permit : byKey.values()) {
            if (tenant == null || permit.tenant.equals(tenant)) {
                counts[0] += forgettable(permit, boot) ? 0 : 1;
                counts[1]++;
            }
        }
        return counts;
    }

    void admitted(ModelPermit draft, String id, long token) {
        draft.id = id;
        draft.firstToken = token;
        draft.token = token;
        put(draft);
    }

    // Calls on a permit; what is due for it has been applied.

    @Nullable Reason start(ModelPermit permit, Subject caller, String executor, long boot, long monotonic) {
        if (permit.state == PermitState.QUEUED) {
            run(permit, caller, executor, boot, monotonic);
            changed(permit);
            return null;
        }
        if (permit.state == PermitState.SETTLED) {
            if (permit.cause != SettlementCause.EXPIRED) {
                return Reason.PERMIT_SETTLED;
            }
            return boot >= permit.deadline ? Reason.DEADLINE_EXCEEDED : Reason.PERMIT_EXPIRED;
        }
        if (!executor.equals(permit.executor)) {
            return Reason.PERMIT_NOT_QUEUED;
        }
        if (!caller.equals(permit.startedBy)) {
            return Reason.EXECUTOR_MISMATCH;
        }
        return boot >= permit.deadline ? Reason.PERMIT_EXPIRED : null;
    }

    static void run(ModelPermit permit, Subject caller, String executor, long boot, long monotonic) {
        permit.state = PermitState.EXECUTING;
        permit.executor = executor;
        permit.startedBy = caller;
        permit.leaseEnd = Math.min(permit.deadline, boot + permit.leaseNanos);
        permit.renewal = 0;
        if (permit.overrunNanos == ModelPermit.NEVER) {
            permit.endsByBoot = ModelPermit.NEVER;
            permit.endsByMonotonic = ModelPermit.NEVER;
        } else {
            permit.endsByBoot = permit.deadline + permit.overrunNanos;
            permit.endsByMonotonic = monotonic + Math.max(0, permit.endsByBoot - boot);
        }
    }

    @Nullable Reason renew(ModelPermit permit, long token, long sequence, long boot) {
        if (permit.state == PermitState.QUEUED) {
            return Reason.PERMIT_NOT_EXECUTING;
        }
        if (permit.state == PermitState.SETTLED) {
            return Reason.PERMIT_SETTLED;
        }
        if (token != permit.token) {
            return Reason.FENCING_TOKEN_STALE;
        }
        if (sequence < permit.renewal) {
            return Reason.RENEWAL_STALE;
        }
        if (boot >= permit.deadline) {
            return Reason.DEADLINE_EXCEEDED;
        }
        if (sequence > permit.renewal) {
            permit.state = PermitState.EXECUTING;
            permit.doubt = null;
            permit.since = 0;
            permit.renewal = sequence;
            permit.leaseEnd = Math.min(permit.deadline, boot + permit.leaseNanos);
            changed(permit);
        }
        return null;
    }

    @Nullable Reason complete(ModelPermit permit, long token, Completion completion, long boot) {
        if (permit.state == PermitState.QUEUED) {
            return Reason.PERMIT_NOT_EXECUTING;
        }
        if (permit.token != token) {
            return permit.executor == null ? Reason.PERMIT_SETTLED : Reason.FENCING_TOKEN_STALE;
        }
        boolean unknown = completion.outcome() == Outcome.UNCERTAIN;
        if (permit.state == PermitState.SETTLED) {
            if (permit.cause == SettlementCause.BOUND_PASSED && permit.completion == null) {
                permit.completion = completion;
                changed(permit);
                return null;
            }
            return completion.equals(permit.completion) ? null : Reason.PERMIT_SETTLED;
        }
        if (!unknown) {
            permit.completion = completion;
            settle(permit, SettlementCause.COMPLETED, boot);
        } else if (permit.state == PermitState.EXECUTING) {
            permit.state = PermitState.UNCERTAIN;
            permit.doubt = Doubt.REPORTED;
            permit.since = boot;
            changed(permit);
        }
        return null;
    }

    @Nullable Reason cancel(ModelPermit permit, long boot) {
        if (permit.state == PermitState.SETTLED) {
            return permit.cause == SettlementCause.CANCELLED ? null : Reason.PERMIT_SETTLED;
        }
        boolean wished = permit.cancelRequested;
        permit.cancelRequested = true;
        if (permit.state == PermitState.QUEUED) {
            settle(permit, SettlementCause.CANCELLED, boot);
        } else if (!wished) {
            changed(permit);
        }
        return null;
    }

    @Nullable Reason terminate(ModelPermit permit, String statement, long boot) {
        if (permit.state == PermitState.QUEUED || permit.state == PermitState.EXECUTING) {
            return Reason.PERMIT_NOT_UNCERTAIN;
        }
        if (permit.state == PermitState.SETTLED) {
            return statement.equals(permit.statement) ? null : Reason.PERMIT_SETTLED;
        }
        permit.statement = statement;
        settle(permit, SettlementCause.TERMINATED, boot);
        return null;
    }
}
