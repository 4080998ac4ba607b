package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.Lease;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.TenantSubject;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random lives of many permits, under limits that change on the way, against {@link LedgerModel} after every step: invariants
 * 1, 2, 6, 7, 11 and 13 of design page 7.
 */
class LedgerModelTest {
    private static final int STEPS = 1_500;
    private static final long[] FUELS = {1, 10, 333, 1_000, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE};
    private static final long[] MEMORIES = {1, 100, 5_000, Long.MAX_VALUE / 3, Long.MAX_VALUE};

    static LongStream seeds() {
        String given = System.getProperty("headgate.seed");
        return given != null ? LongStream.of(Long.parseLong(given)) : LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest(name = "seed {0}; again with -Dheadgate.seed={0}")
    @MethodSource("seeds")
    void theLedgerDoesWhatTheModelDoes(long seed) {
        new Run(seed).all();
    }

    private static final class Run {
        private final Random random;
        private final TestingPolicy policy = new TestingPolicy();
        private final LedgerModel model = new LedgerModel();
        private final TestingNode node;
        private final Set<Long> tokens = new HashSet<>();
        private final Map<Reason, Integer> refusals = new EnumMap<>(Reason.class);
        private int grants;

        Run(long seed) {
            random = new Random(seed);
            Budget ceiling = new Budget(2_000, Long.MAX_VALUE, Long.MAX_VALUE);
            policy.nodeCeiling = ceiling;
            policy.capsuleCeiling = ceiling;
            policy.deploymentCeiling = ceiling;
            policy.feasibility = new Feasibility(0, 0, 0);
            policy.lease = new Lease(500, 3_600_000, 5_000);
            policy.history = new History(100_000, 3_600_000);
            // With always a cell free no queue is seen to take long, so the limits alone decide.
            policy.cellClasses = List.of(
                    TestingPolicy.cell(CellClassName.SMALL, 5_000, 1_000),
                    TestingPolicy.cell(CellClassName.STANDARD, Long.MAX_VALUE, 1_000));
            policy.otherSubjects = policy.subjects;
            newLimits();
            node = new TestingNode(policy);
        }

        void all() {
            for (int step = 0; step < STEPS; step++) {
                step();
                verify();
            }
            assertThat(grants).as("a run that is not loaded shows nothing").isGreaterThan(50);
            assertThat(refusals).containsKeys(Reason.CAPACITY_EXHAUSTED, Reason.ACTIVATION_ID_UNAVAILABLE);
        }

        private void step() {
            int choice = random.nextInt(100);
            if (choice < 45) {
                admit();
            } else if (choice < 60) {
                start();
            } else if (choice < 78) {
                complete();
            } else if (choice < 86) {
                cancel();
            } else if (choice < 97) {
                node.clock.advanceMillis(random.nextInt(120));
            } else {
                newLimits();
                policy.generation++;
                node.authority.pin(policy.pin());
            }
            model.expire(node.clock.bootNanos());
        }

        private HeldLimits someLimits() {
            return new HeldLimits(
                    random.nextInt(25),
                    random.nextInt(20),
                    random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(20_000),
                    random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(50_000));
        }

        private void newLimits() {
            policy.nodeLimits = random.nextBoolean() ? someLimits() : HeldLimits.UNDECLARED;
            policy.tenantLimits = someLimits();
            policy.trustLimits = random.nextBoolean() ? someLimits() : HeldLimits.UNDECLARED;
            HeldLimits principal = random.nextBoolean() ? someLimits() : HeldLimits.UNDECLARED;
            policy.subjects = List.of(
                    new TenantSubject(TestingPolicy.RUNTIME, "payments", Delegation.NONE, principal),
                    new TenantSubject(TestingPolicy.ALICE, null, Delegation.NONE, HeldLimits.UNDECLARED));
            long queued = random.nextInt(15);
            policy.queueClasses =
                    List.of(new QueueClass("batch", 0, 4, queued), new QueueClass("interactive", 5, 9, 1_000));
            model.limits.put("node node", policy.nodeLimits);
            model.limits.put("tenant acme", policy.tenantLimits);
            model.limits.put("tenant other", TestingPolicy.wide());
            model.limits.put("trust-class standard", policy.trustLimits);
            model.limits.put("principal acme ServiceAccount/payments/runtime", principal);
            model.limits.put(
                    "queue-class batch", new HeldLimits(HeldLimits.NONE, queued, HeldLimits.NONE, HeldLimits.NONE));
            model.limits.put(
                    "queue-class interactive",
                    new HeldLimits(HeldLimits.NONE, 1_000, HeldLimits.NONE, HeldLimits.NONE));
        }

        private void admit() {
            boolean runtime = random.nextBoolean();
            Caller caller = runtime ? TestingNode.RUNTIME : TestingNode.ALICE;
            String tenant = random.nextInt(3) == 0 ? "other" : "acme";
            TestingRequest request = new TestingRequest("a" + random.nextInt(60));
            request.tenant = tenant;
            request.priority = random.nextInt(8);
            long fuel = random.nextInt(10) == 0 ? FUELS[random.nextInt(FUELS.length)] : 1 + random.nextInt(2_000);
            long memory =
                    random.nextInt(10) == 0 ? MEMORIES[random.nextInt(MEMORIES.length)] : 1 + random.nextInt(9_000);
            request.budget(1 + random.nextInt(2_000), fuel, memory);
            List<String> scopes = List.of(
                    "node node",
                    "tenant " + tenant,
                    "trust-class standard",
                    "queue-class " + (request.priority < 5 ? "batch" : "interactive"),
                    "cell-class " + (memory <= 5_000 ? "small" : "standard"),
                    "principal " + tenant + (runtime ? " ServiceAccount/payments/runtime" : " User//alice"));
            Reason expected = model.refusal(tenant, request.activationId, scopes, fuel, memory);
            long now = node.clock.bootNanos();
            Answer<Admitted> answer = node.authority.admit(caller, request.build());
            assertThat(reason(answer))
                    .as("admission of %s", request.activationId)
                    .isEqualTo(expected);
            if (answer instanceof Answer.Given<Admitted>(Admitted admitted, long _)) {
                PermitView permit = admitted.permit();
                grants++;
                assertThat(tokens.add(permit.fencingToken()))
                        .as("a token is never reused")
                        .isTrue();
                model.permits.add(new LedgerModel.Entry(
                        permit.permitId(),
                        tenant,
                        request.activationId,
                        scopes,
                        fuel,
                        memory,
                        now + Math.min(500, request.budget.wallTimeMillis()) * 1_000_000L,
                        now + request.budget.wallTimeMillis() * 1_000_000L));
            }
        }

        private LedgerModel.@Nullable Entry some() {
            int known = model.permits.size();
            // Mostly recent ones, so that every state is met.
            return known == 0 ? null : model.permits.get(known - 1 - random.nextInt(Math.min(known, 40)));
        }

        private static Caller ownerOf(LedgerModel.Entry entry) {
            return entry.scopes.get(5).endsWith("alice") ? TestingNode.ALICE : TestingNode.RUNTIME;
        }

        private void start() {
            LedgerModel.Entry entry = some();
            if (entry == null) {
                return;
            }
            String executor = "x" + random.nextInt(2);
            boolean first = entry.state == PermitState.QUEUED;
            Reason expected = model.start(entry, executor, node.clock.bootNanos());
            Answer<PermitView> answer = node.authority.start(ownerOf(entry), entry.permitId, executor);
            assertThat(reason(answer)).as("start of %s", entry.permitId).isEqualTo(expected);
            if (answer instanceof Answer.Given<PermitView>(PermitView permit, long _)) {
                if (first) {
                    assertThat(tokens.add(permit.fencingToken())).isTrue();
                    entry.token = permit.fencingToken();
                }
                assertThat(permit.fencingToken()).isEqualTo(entry.token);
            }
        }

        private void complete() {
            LedgerModel.Entry entry = some();
            if (entry == null) {
                return;
            }
            long token = random.nextInt(6) == 0 ? entry.token - 1 : entry.token;
            Outcome outcome = random.nextInt(4) == 0 ? Outcome.TRAP : Outcome.SUCCEEDED;
            Reason expected = model.complete(entry, token, outcome);
            assertThat(reason(node.authority.complete(ownerOf(entry), entry.permitId, token, Completion.of(outcome))))
                    .as("completion of %s", entry.permitId)
                    .isEqualTo(expected);
        }

        private void cancel() {
            LedgerModel.Entry entry = some();
            if (entry == null) {
                return;
            }
            Reason expected = model.cancel(entry);
            assertThat(reason(node.authority.cancel(ownerOf(entry), entry.permitId)))
                    .as("cancel of %s", entry.permitId)
                    .isEqualTo(expected);
        }

        private <T> @Nullable Reason reason(Answer<T> answer) {
            return switch (answer) {
                case Answer.Given<T> _ -> null;
                case Answer.Refused<T>(Rejection rejection, long _) -> {
                    refusals.merge(rejection.reason(), 1, Integer::sum);
                    yield rejection.reason();
                }
            };
        }

        private void verify() {
            assertThat(render(counted())).isEqualTo(render(model.usage()));
            long live = 0;
            for (PermitState state : PermitState.values()) {
                long expected =
                        model.permits.stream().filter(e -> e.state == state).count();
                assertThat(node.authority.permits(state))
                        .as("permits %s", state)
                        .isEqualTo(expected);
                live += state == PermitState.SETTLED ? 0 : expected;
            }
            assertThat(live).isLessThan(256);
            for (LedgerModel.Entry entry :
                    model.permits.subList(Math.max(0, model.permits.size() - 40), model.permits.size())) {
                PermitView view = given(node.authority.read(ADMINISTRATOR, entry.permitId));
                SettlementCause cause = view.settlementCause();
                assertThat(view.state()).isEqualTo(entry.state);
                assertThat(cause).isEqualTo(entry.cause);
                assertThat(TestingNode.outcome(view)).isEqualTo(entry.outcome);
            }
        }

        private Map<String, BigInteger[]> counted() {
            Map<String, BigInteger[]> all = new TreeMap<>();
            node.authority.usage().forEach(quota -> put(all, "", quota));
            for (String tenant : List.of("acme", "other")) {
                given(node.authority.quota(ADMINISTRATOR, tenant)).forEach(quota -> put(all, tenant, quota));
            }
            all.values().removeIf(used -> Arrays.stream(used).allMatch(BigInteger.ZERO::equals));
            return all;
        }

        private static void put(Map<String, BigInteger[]> all, String tenant, Quota quota) {
            String name = switch (quota.scope()) {
                case PRINCIPAL -> "principal " + tenant + " " + quota.name();
                case NODE, TENANT, TRUST_CLASS, QUEUE_CLASS, CELL_CLASS ->
                    quota.scope().spelling() + " " + quota.name();
            };
            int index = switch (quota.dimension()) {
                case QUEUED -> 0;
                case ACTIVE -> 1;
                case CPU_FUEL -> 2;
                case MEMORY_BYTES -> 3;
            };
            all.computeIfAbsent(name, _ -> new BigInteger[4])[index] = BigInteger.valueOf(quota.used());
        }

        private static String render(Map<String, BigInteger[]> usage) {
            StringBuilder text = new StringBuilder();
            usage.forEach((scope, used) ->
                    text.append(scope).append(' ').append(Arrays.toString(used)).append('\n'));
            return text.toString();
        }
    }
}
