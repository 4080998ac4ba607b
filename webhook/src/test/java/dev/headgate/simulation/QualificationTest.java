package dev.headgate.simulation;

import static dev.headgate.authority.TestingNode.BOB;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.WORKER;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.authority.PermitView;
import dev.headgate.authority.TestingNode;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Lease;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The qualification list of seed 003, "Verification and open work", on one node with the production journal. */
class QualificationTest {
    private static final long WALL_MILLIS = 10_000;
    private static final long OVERRUN_MILLIS = 500;

    private final TestingPolicy policy = new TestingPolicy();

    private DurableNode node() {
        policy.lease = new Lease(30_000, 30_000, 5_000);
        return new DurableNode(policy, 3);
    }

    private static TestingRequest keyed(String activationId, long print) {
        TestingRequest request = new TestingRequest(activationId);
        request.key = new IdempotencyKey("key", 0, print);
        return request;
    }

    private static Answer<PermitView> complete(DurableNode node, PermitView started) {
        return node.authority.complete(
                RUNTIME, started.permitId(), started.fencingToken(), Completion.of(Outcome.SUCCEEDED));
    }

    // Concurrent admission.

    @Test
    void concurrentAdmissionsGetExactlyWhatThereIs() throws Exception {
        policy.tenantLimits = new HeldLimits(5, 5, 1_000_000, 1_000_000_000);
        TestingNode node = new TestingNode(policy);
        List<Callable<Boolean>> calls = IntStream.range(0, 40)
                .<Callable<Boolean>>mapToObj(number ->
                        () -> node.authority.admit(RUNTIME, new TestingRequest("a-" + number).build())
                                instanceof Answer.Given<Admitted>)
                .toList();
        int granted = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Boolean> answer : threads.invokeAll(calls)) {
                granted += answer.get() ? 1 : 0;
            }
        }

        assertThat(granted).isEqualTo(5);
    }

    @Test
    void concurrentRetriesUnderOneKeyGetOnePermit() throws Exception {
        TestingNode node = new TestingNode(policy);
        Set<String> permits = new HashSet<>();
        List<Callable<String>> calls = IntStream.range(0, 40)
                .<Callable<String>>mapToObj(_ ->
                        () -> permit(node.authority.admit(RUNTIME, keyed("a", 1).build()))
                                .permitId())
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<String> answer : threads.invokeAll(calls)) {
                permits.add(answer.get());
            }
        }

        assertThat(permits).hasSize(1);
    }

    // Duplicate and ambiguous outcomes.

    @Test
    void aDuplicateOutcomeRepeatsTheFirstAndAnotherIsRefused() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        PermitView first = given(complete(node, started));

        assertThat(given(complete(node, started))).isEqualTo(first);
        assertThat(refused(node.authority.complete(
                                RUNTIME, started.permitId(), started.fencingToken(), Completion.of(Outcome.TRAP)))
                        .reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(given(node.authority.read(RUNTIME, started.permitId()))).isEqualTo(first);
    }

    @Test
    void anAmbiguousOutcomeHoldsEverythingUntilTheTruthComes() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        var held = node.usages();
        given(node.authority.complete(
                RUNTIME, started.permitId(), started.fencingToken(), Completion.of(Outcome.UNCERTAIN)));
        assertThat(node.usages()).isEqualTo(held);
        given(complete(node, started));

        assertThat(node.usages()).isEmpty();
    }

    @Test
    void anOutcomeThatIsNotDurableYetIsTheSameWhenItIsRepeated() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        node.sync();
        node.disk.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
        Answer<PermitView> first = complete(node, started);
        List<String> fate = node.fate(first);
        assertThat(node.sync()).isFalse();
        assertThat(fate).containsExactly("undurable");
        assertThat(refused(node.admit("b")).reason()).isEqualTo(Reason.JOURNAL_UNAVAILABLE);

        node.disk.fail(null);
        Answer<PermitView> again = complete(node, started);
        fate = node.fate(again);
        node.sync();
        assertThat(given(again)).isEqualTo(given(first));
        assertThat(fate).hasSize(1);
        node.admitted("b");
    }

    @Test
    void anAdmissionWhoseAnswerWasLostIsFoundAgainUnderItsKeyAfterARestart() {
        DurableNode node = node();
        PermitView lost = permit(node.authority.admit(RUNTIME, keyed("a", 1).build()));
        node.sync();
        node.restart();
        Admitted again = given(node.authority.admit(RUNTIME, keyed("a", 1).build()));

        assertThat(again.permit()).isEqualTo(lost);
        assertThat(again.replayed()).isTrue();
        assertThat(refused(node.authority.admit(RUNTIME, keyed("a", 2).build())).reason())
                .isEqualTo(Reason.IDEMPOTENCY_KEY_CONFLICT);
        assertThat(node.held()).isEqualTo(1);
    }

    // Partial settlement.

    @Test
    void aSettlementIsInTheLogWholeOrNotAtAll() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        node.sync();
        var held = node.usages();
        given(complete(node, started));
        // The process dies before anything of it is written.
        node.restart();
        assertThat(node.usages()).isEqualTo(held);
        given(complete(node, started));
        node.sync();
        node.restart();

        assertThat(node.usages()).isEmpty();
        assertThat(given(node.authority.read(RUNTIME, started.permitId())).settlementCause())
                .isEqualTo(SettlementCause.COMPLETED);
    }

    @Test
    void aSettlementThatAPowerLossTearsIsWholeOrNotThere() {
        int settled = 0;
        for (int seed = 0; seed < 40; seed++) {
            DurableNode node = new DurableNode(policy, seed);
            PermitView started = node.started("a", "x");
            node.sync();
            var held = node.usages();
            given(complete(node, started));
            node.disk.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
            node.sync();
            node.disk.fail(null);
            node.losePower(1_000, 1_000);
            if (node.held() == 0) {
                settled++;
                assertThat(node.usages()).isEmpty();
            } else {
                assertThat(node.usages()).isEqualTo(held);
                assertThat(node.authority.permits(PermitState.EXECUTING)).isEqualTo(1);
            }
        }

        assertThat(settled).isBetween(1, 39);
    }

    // Policy replacement.

    @Test
    void aReplacedPolicyChangesNeitherPermitsNorWhatTheyReleaseNorRepetitions() {
        DurableNode node = node();
        PermitView queued = permit(node.authority.admit(RUNTIME, keyed("a", 1).build()));
        PermitView started = node.started("b", "x");
        var held = node.usages();
        policy.withAcme = false;
        policy.generation = 2;
        node.authority.pin(policy.pin());

        assertThat(node.usages()).isEqualTo(held);
        assertThat(refused(node.admit("c")).reason()).isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
        assertThat(permit(node.authority.admit(RUNTIME, keyed("a", 1).build()))).isEqualTo(queued);
        given(node.authority.start(WORKER, queued.permitId(), "y"));
        given(complete(node, started));
        given(node.authority.complete(
                WORKER,
                queued.permitId(),
                given(node.authority.read(RUNTIME, queued.permitId())).fencingToken(),
                Completion.of(Outcome.SUCCEEDED)));
        assertThat(node.usages()).isEmpty();
    }

    @Test
    void aRollbackInFlightCancelsNothingAndLosesNoCharge() {
        policy.tenantLimits = new HeldLimits(3, 3, 1_000_000, 1_000_000_000);
        DurableNode node = node();
        for (int generation = 2; generation < 40; generation++) {
            String activation = "a-" + generation;
            PermitView started = node.started(activation, "x");
            var held = node.usages();
            policy.generation = generation % 2 == 0 ? generation : 1;
            policy.tenantLimits = new HeldLimits(generation % 3, 3, 1_000_000, 1_000_000_000);
            node.authority.pin(policy.pin());
            assertThat(node.usages()).isEqualTo(held);
            given(complete(node, started));
            assertThat(node.usages()).isEmpty();
            policy.tenantLimits = new HeldLimits(3, 3, 1_000_000, 1_000_000_000);
            node.authority.pin(policy.pin());
        }
    }

    // Clock skew.

    @Test
    void overARestartOfTheProcessTimesGoOnExactly() {
        DurableNode node = node();
        PermitView queued = node.admitted("a");
        node.sync();
        node.clock.advanceMillis(3_210);
        node.clock.jumpWallMillis(-86_400_000);
        node.restart();
        PermitView now = given(node.authority.read(RUNTIME, queued.permitId()));

        assertThat(now.deadlineInMillis()).isEqualTo(queued.deadlineInMillis() - 3_210);
        assertThat(now.startByInMillis()).isEqualTo(queued.startByInMillis() - 3_210);
    }

    @Test
    void overARebootTheDoubtGoesAgainstNewWorkAndAgainstRelease() {
        DurableNode node = node();
        PermitView queued = node.admitted("a");
        PermitView running = node.started("b", "x");
        node.sync();
        // The machine was off for at most a minute, by its wall clock, and at least for nothing.
        node.losePower(1_000, 60_000);

        assertThat(refused(node.authority.start(RUNTIME, queued.permitId(), "y"))
                        .reason())
                .isEqualTo(Reason.DEADLINE_EXCEEDED);
        assertThat(refused(node.authority.renew(
                                RUNTIME, new RenewalRequest(running.permitId(), running.fencingToken(), 1)))
                        .reason())
                .isEqualTo(Reason.DEADLINE_EXCEEDED);
        node.clock.advanceMillis(WALL_MILLIS + OVERRUN_MILLIS - 1_001);
        node.authority.applyDue();
        assertThat(node.held()).isEqualTo(1);
        node.clock.advanceMillis(1);
        node.authority.applyDue();
        assertThat(node.held()).isZero();
    }

    @Test
    void overASuspensionTheRightToRunEndsAndTheCapacityStays() {
        DurableNode node = node();
        PermitView running = node.started("a", "x");
        node.clock.suspendMillis(3_600_000);
        node.authority.applyDue();

        assertThat(refused(node.authority.start(RUNTIME, running.permitId(), "x"))
                        .reason())
                .isEqualTo(Reason.PERMIT_EXPIRED);
        assertThat(given(node.authority.read(RUNTIME, running.permitId())).state())
                .isEqualTo(PermitState.UNCERTAIN);
        assertThat(node.held()).isEqualTo(1);
        node.clock.advanceMillis(WALL_MILLIS + OVERRUN_MILLIS);
        node.authority.applyDue();
        assertThat(node.held()).isZero();
    }

    @Test
    void jumpsOfTheWallClockExpireNothingAndReviveNothing() {
        DurableNode node = node();
        PermitView queued = node.admitted("a");
        PermitView running = node.started("b", "x");
        for (long jump : new long[] {31_536_000_000L, -63_072_000_000L, 1, -1}) {
            node.clock.jumpWallMillis(jump);
            node.authority.applyDue();
            assertThat(given(node.authority.read(RUNTIME, queued.permitId())).deadlineInMillis())
                    .isEqualTo(queued.deadlineInMillis());
            assertThat(given(node.authority.read(RUNTIME, running.permitId())).state())
                    .isEqualTo(PermitState.EXECUTING);
        }
        node.clock.advanceMillis(WALL_MILLIS);
        node.clock.jumpWallMillis(-3_600_000);
        assertThat(refused(node.authority.start(RUNTIME, queued.permitId(), "y"))
                        .reason())
                .isEqualTo(Reason.DEADLINE_EXCEEDED);
    }

    // Backend overrun.

    @Test
    void workThatOutlivesItsDeadlineHoldsItsCapacityUntilItsBound() {
        policy.tenantLimits = new HeldLimits(1, 1, 1_000_000, 1_000_000_000);
        DurableNode node = node();
        PermitView running = node.started("a", "x");
        node.clock.advanceMillis(WALL_MILLIS + OVERRUN_MILLIS - 1);
        assertThat(refused(node.admit("b")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);
        node.clock.advanceMillis(1);
        node.admitted("b");

        PermitView over = given(complete(node, running));
        assertThat(over.settlementCause()).isEqualTo(SettlementCause.BOUND_PASSED);
        assertThat(node.held()).isEqualTo(1);
    }

    // Store failover.

    @Test
    void aRestartIssuesNothingAgainAndFencesWhatWasStartedBefore() {
        policy.tenantLimits = new HeldLimits(2, 2, 1_000_000, 1_000_000_000);
        DurableNode node = node();
        PermitView queued = node.admitted("a");
        PermitView running = node.started("b", "x");
        node.sync();
        node.restart();

        assertThat(refused(node.admit("c")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);
        assertThat(refused(node.authority.start(WORKER, running.permitId(), "thief"))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_QUEUED);
        PermitView startedNow = given(node.authority.start(WORKER, queued.permitId(), "y"));
        assertThat(startedNow.fencingToken()).isGreaterThan(running.fencingToken());
        assertThat(refused(node.authority.complete(
                                RUNTIME, queued.permitId(), queued.fencingToken(), Completion.of(Outcome.SUCCEEDED)))
                        .reason())
                .isEqualTo(Reason.FENCING_TOKEN_STALE);
        assertThat(refused(node.authority.read(BOB, running.permitId())).reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
        given(complete(node, running));
        node.admitted("c");
    }

    @Test
    void aStoreThatLosesItsPowerKeepsEverythingThatWasAnswered() {
        for (int seed = 0; seed < 30; seed++) {
            DurableNode node = new DurableNode(policy, seed);
            PermitView queued = node.admitted("a");
            PermitView running = node.started("b", "x");
            List<String> fate = node.fate(node.authority.read(RUNTIME, running.permitId()));
            node.sync();
            assertThat(fate).containsExactly("durable");
            node.admitted("unanswered");
            node.losePower(0, 0);

            assertThat(given(node.authority.read(RUNTIME, queued.permitId())).state())
                    .isEqualTo(PermitState.QUEUED);
            assertThat(given(node.authority.read(RUNTIME, running.permitId())).fencingToken())
                    .isEqualTo(running.fencingToken());
        }
    }
}
