package dev.headgate.simulation;

import dev.headgate.admission.Pin;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Enforcer;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.Lease;
import dev.headgate.policy.Profile;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.Subject;
import dev.headgate.policy.TenantSubject;
import dev.headgate.policy.ThreadingModel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One policy as plain numbers, which both the model reads and a production pin is made of. Limits are by the name of their scope.
 *
 * @param generation its number
 * @param withAcme whether tenant {@code acme} is in it at all
 * @param withAlice whether subject alice may act for {@code acme}
 * @param limits of every scope that declares some
 * @param lease of its permits
 * @param bound of its one profile
 * @param maxHistoryEntries of finished permits
 */
record SimulatedPolicy(
        long generation,
        boolean withAcme,
        boolean withAlice,
        Map<String, HeldLimits> limits,
        Lease lease,
        ExecutionBound bound,
        int maxHistoryEntries) {

    static final long WALL_CEILING_MILLIS = 40_000;
    static final long DEFAULT_FUEL = 100;
    static final long DEFAULT_MEMORY = 1_000;
    static final long SMALL_CELL_MEMORY = 5_000;
    static final long NEEDED_MILLIS = 300;
    static final long MAX_HISTORY_AGE_MILLIS = 600_000;
    static final long MAX_PAYLOAD = 500_000;
    static final int MAX_PRIORITY = 7;
    static final int MAX_LOAD_AGE_MILLIS = 5_000;
    static final ExecutionBound KILLED = new ExecutionBound(List.of(Enforcer.DEADLINE_KILL), 2_000);
    private static final ExecutionBound METERED = new ExecutionBound(List.of(Enforcer.FUEL_METERING), 2_000);
    private static final long[] WHOLE = {500, 2_000, 5_000, Long.MAX_VALUE / 2, Long.MAX_VALUE};

    /** Limits that a test of liveness cannot run into. */
    static SimulatedPolicy generous(long generation) {
        Map<String, HeldLimits> limits = new TreeMap<>();
        for (String scope : declared()) {
            limits.put(scope, scope.startsWith("queue-class") ? queued(100_000) : TestingPolicy.wide());
        }
        return new SimulatedPolicy(generation, true, true, limits, new Lease(10_000, 8_000, 3_000), KILLED, 10_000);
    }

    /** A policy that refuses now and then. */
    static SimulatedPolicy some(long generation, Chance chance, boolean onlyBounded) {
        Map<String, HeldLimits> limits = new TreeMap<>();
        for (String scope : declared()) {
            boolean wide = chance.oneIn(3);
            if (scope.startsWith("queue-class")) {
                limits.put(scope, queued(wide ? 100_000 : chance.between(0, 6)));
            } else if (wide) {
                limits.put(scope, TestingPolicy.wide());
            } else {
                limits.put(
                        scope,
                        new HeldLimits(
                                chance.between(1, 10),
                                chance.between(chance.oneIn(8) ? 0 : 1, 6),
                                WHOLE[chance.below(WHOLE.length)],
                                WHOLE[chance.below(WHOLE.length)]));
            }
        }
        ExecutionBound bound =
                onlyBounded || chance.oneIn(2) ? KILLED : chance.oneIn(2) ? METERED : ExecutionBound.NONE;
        return new SimulatedPolicy(
                generation,
                !chance.oneIn(10),
                !chance.oneIn(6),
                limits,
                new Lease(chance.between(1, 12) * 1_000, chance.between(1, 9) * 1_000, chance.between(0, 5) * 1_000),
                bound,
                (int) chance.between(0, 40));
    }

    /** The longest that work may still run which was granted under any policy drawn here. */
    static long longestBoundMillis() {
        return WALL_CEILING_MILLIS + KILLED.maxOverrunMillis();
    }

    private static List<String> declared() {
        return List.of(
                "node:node",
                "tenant:acme",
                "trust-class:standard",
                "queue-class:batch",
                "queue-class:interactive",
                principal("acme", TestingPolicy.ALICE),
                principal("acme", TestingPolicy.RUNTIME));
    }

    private static HeldLimits queued(long most) {
        return new HeldLimits(HeldLimits.NONE, most, HeldLimits.NONE, HeldLimits.NONE);
    }

    /** The name of a principal's scope. */
    static String principal(String tenant, Subject subject) {
        return "principal:" + tenant + "/" + subject.kind() + "/" + subject.namespaceOrEmpty() + "/"
                + subject.nameOrUri();
    }

    HeldLimits limit(String scope) {
        return limits.getOrDefault(scope, HeldLimits.UNDECLARED);
    }

    /** The same as a production pin. */
    Pin pin() {
        var policy = new TestingPolicy();
        policy.generation = generation;
        policy.digest = digest();
        policy.withAcme = withAcme;
        Budget ceiling = new Budget(WALL_CEILING_MILLIS, Long.MAX_VALUE, Long.MAX_VALUE);
        policy.nodeCeiling = ceiling;
        policy.capsuleCeiling = ceiling;
        policy.deploymentCeiling = ceiling;
        policy.feasibility = new Feasibility(1, NEEDED_MILLIS, 0);
        policy.lease = lease;
        policy.history = new History(maxHistoryEntries, MAX_HISTORY_AGE_MILLIS);
        policy.nodeLimits = limit("node:node");
        policy.tenantLimits = limit("tenant:acme");
        policy.trustLimits = limit("trust-class:standard");
        policy.queueClasses = List.of(
                new QueueClass("batch", 0, 4, limit("queue-class:batch").queued()),
                new QueueClass(
                        "interactive", 5, 9, limit("queue-class:interactive").queued()));
        // With always a cell free no queue is seen to take long, so the limits alone decide.
        policy.cellClasses = List.of(
                TestingPolicy.cell(CellClassName.SMALL, SMALL_CELL_MEMORY, 100_000),
                TestingPolicy.cell(CellClassName.STANDARD, Long.MAX_VALUE, 100_000));
        TenantSubject runtime = new TenantSubject(
                TestingPolicy.RUNTIME, "payments", Delegation.NONE, limit(principal("acme", TestingPolicy.RUNTIME)));
        TenantSubject alice = new TenantSubject(
                TestingPolicy.ALICE, null, Delegation.NONE, limit(principal("acme", TestingPolicy.ALICE)));
        policy.subjects = withAlice ? List.of(runtime, alice) : List.of(runtime);
        policy.profiles = List.of(new Profile(
                "only",
                HeldLimits.NONE,
                HeldLimits.NONE,
                Backend.WASM,
                ThreadingModel.SINGLE,
                StateModel.STATELESS,
                List.of("simd"),
                8,
                List.of(CellClassName.SMALL, CellClassName.STANDARD),
                "local",
                "payments.v1/authorize",
                bound));
        return policy.pin();
    }

    String digest() {
        return "sha256:" + "%064x".formatted(generation);
    }
}
