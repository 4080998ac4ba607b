package dev.headgate.simulation;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.ALICE;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.authority.PermitView;
import dev.headgate.authority.TestingNode;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Profile;
import dev.headgate.policy.TenantSubject;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Faults that systems of this kind are publicly known for, each as a test of the right behaviour. */
class PublicFaultsTest {
    private final TestingPolicy policy = new TestingPolicy();

    private DurableNode node() {
        return new DurableNode(policy, 1);
    }

    private static Answer<PermitView> complete(DurableNode node, PermitView started) {
        return node.authority.complete(
                RUNTIME, started.permitId(), started.fencingToken(), Completion.of(Outcome.SUCCEEDED));
    }

    private void limitTo(long active) {
        policy.tenantLimits = new HeldLimits(active, active, 1_000_000, 1_000_000_000);
    }

    private static void holdsNothing(DurableNode node) {
        assertThat(node.usages()).isEmpty();
        assertThat(node.held()).isZero();
    }

    @Test
    void aHoldThatRacesItsCommitNeverLetsMoreInThanTheLimit() throws Exception {
        limitTo(3);
        TestingNode node = new TestingNode(policy);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        together(8, thread -> {
            for (int turn = 0; turn < 300; turn++) {
                if (!(node.authority.admit(RUNTIME, new TestingRequest(thread + "-" + turn).build())
                        instanceof Answer.Given<Admitted>(Admitted admitted, long _))) {
                    continue;
                }
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                String permit = admitted.permit().permitId();
                PermitView started = given(node.authority.start(RUNTIME, permit, "x" + thread));
                inside.decrementAndGet();
                given(node.authority.complete(
                        RUNTIME, permit, started.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
            }
        });

        assertThat(most.get()).isBetween(1, 3);
        assertThat(node.authority.permits(PermitState.EXECUTING)).isZero();
    }

    @Test
    void aHoldWhoseLimitWasEditedMeanwhileIsReleasedWhole() {
        limitTo(4);
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        node.admitted("b");
        limitTo(1);
        policy.generation = 2;
        node.authority.pin(policy.pin());
        given(complete(node, started));

        assertThat(node.held()).isEqualTo(1);
        assertThat(refused(node.admit("c")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);
        given(node.authority.cancelActivation(RUNTIME, "acme", "b"));
        holdsNothing(node);
    }

    @Test
    void aCommitRepeatedAfterItsReleaseChargesAndReleasesNothing() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        PermitView first = given(complete(node, started));
        node.admitted("b");
        var held = node.usages();
        PermitView again = given(complete(node, started));

        assertThat(again).isEqualTo(first);
        assertThat(node.usages()).isEqualTo(held);
    }

    @Test
    void limitsThatShareOneHoldEachGetItBack() {
        policy.subjects = List.of(new TenantSubject(
                TestingPolicy.RUNTIME, "payments", Delegation.NONE, new HeldLimits(1, 1, 1_000_000, 1_000_000_000)));
        limitTo(1);
        DurableNode node = node();
        for (int turn = 0; turn < 5; turn++) {
            PermitView started = node.started("a", "x" + turn);
            assertThat(node.usages()).hasSize(6);
            given(complete(node, started));
            holdsNothing(node);
        }
    }

    @Test
    void theSlotOfACallerThatVanishedComesBackThoughOthersGoOnRenewing() {
        limitTo(2);
        DurableNode node = node();
        PermitView vanished = node.started("a", "gone");
        node.clock.advanceMillis(4_000);
        PermitView other = node.started("b", "here");
        for (int renewal = 1; renewal <= 10; renewal++) {
            node.clock.advanceMillis(600);
            given(node.authority.renew(RUNTIME, new RenewalRequest(other.permitId(), other.fencingToken(), renewal)));
        }
        node.clock.advanceMillis(510);
        node.authority.applyDue();

        assertThat(given(node.authority.read(RUNTIME, vanished.permitId())).settlementCause())
                .isEqualTo(SettlementCause.BOUND_PASSED);
        assertThat(given(node.authority.read(RUNTIME, other.permitId())).state())
                .isEqualTo(PermitState.EXECUTING);
        assertThat(node.held()).isEqualTo(1);
    }

    @Test
    void theSlotsOfWorkThatTimedOutComeBackWithoutAReset() {
        limitTo(2);
        DurableNode node = node();
        node.started("a", "x");
        node.started("b", "y");
        node.clock.advanceMillis(10_000);
        node.authority.applyDue();
        assertThat(node.authority.permits(PermitState.EXECUTING) + node.authority.permits(PermitState.UNCERTAIN))
                .isEqualTo(2);
        node.clock.advanceMillis(500);
        node.authority.applyDue();

        holdsNothing(node);
        node.admitted("c");
    }

    @Test
    void theSlotOfUnboundedWorkThatTimedOutComesBackByAWordAndNotByTime() {
        policy.profiles = List.of(unbounded());
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        node.clock.advanceMillis(86_400_000);
        node.authority.applyDue();
        assertThat(node.authority.permits(PermitState.UNCERTAIN)).isEqualTo(1);
        given(node.authority.terminate(ADMINISTRATOR, started.permitId(), "its process is gone"));

        holdsNothing(node);
    }

    @Test
    void eightFirstCallsAtOnceDoNotOverspendASmallBudget() throws Exception {
        policy.tenantLimits = new HeldLimits(100, 100, 3 * TestingPolicy.FUEL, 1_000_000_000);
        TestingNode node = new TestingNode(policy);
        AtomicInteger granted = new AtomicInteger();
        together(8, thread -> {
            if (node.authority.admit(RUNTIME, new TestingRequest("first-" + thread).build())
                    instanceof Answer.Given<Admitted>) {
                granted.incrementAndGet();
            }
        });

        assertThat(granted.get()).isEqualTo(3);
    }

    @Test
    void aReleaseDoesNotStopHalfwayBecauseItsTenantIsGone() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        policy.withAcme = false;
        policy.generation = 2;
        node.authority.pin(policy.pin());
        given(complete(node, started));

        holdsNothing(node);
    }

    @Test
    void totalsAreNeverStaleWhateverChangesAroundThem() {
        DurableNode node = node();
        node.admitted("a");
        PermitView started = node.started("b", "x");
        List<Long> before = inUse(node);
        node.authority.unpin();
        assertThat(inUse(node)).isEqualTo(before);
        policy.tenantLimits = new HeldLimits(1, 1, 1, 1);
        policy.generation = 2;
        node.authority.pin(policy.pin());
        assertThat(inUse(node)).isEqualTo(before);
        node.sync();
        node.restart();
        assertThat(inUse(node)).isEqualTo(before);
        given(complete(node, started));
        given(node.authority.cancelActivation(RUNTIME, "acme", "a"));

        assertThat(node.used("acme")).allMatch(used -> used == 0);
    }

    @Test
    void aRefusedSecondAdmissionOfAnActivationAddsNothingAndTakesNothingAway() {
        DurableNode node = node();
        PermitView first = node.admitted("a");
        var held = node.usages();
        assertThat(refused(node.admit("a")).reason()).isEqualTo(Reason.ACTIVATION_ID_UNAVAILABLE);
        assertThat(refused(node.authority.admit(ALICE, new TestingRequest("a").build()))
                        .reason())
                .isEqualTo(Reason.ACTIVATION_ID_UNAVAILABLE);

        assertThat(node.usages()).isEqualTo(held);
        assertThat(given(node.authority.read(RUNTIME, first.permitId()))).isEqualTo(first);
    }

    @Test
    void aRestartNeitherCountsFinishedWorkAgainNorLosesWhatIsLive() {
        DurableNode node = node();
        given(complete(node, node.started("done", "x")));
        PermitView queued = node.admitted("queued");
        PermitView running = node.started("running", "y");
        node.sync();
        var held = node.usages();
        for (int restarts = 0; restarts < 3; restarts++) {
            node.restart();
            assertThat(node.usages()).isEqualTo(held);
        }

        given(node.authority.cancel(RUNTIME, queued.permitId()));
        given(complete(node, running));
        holdsNothing(node);
    }

    @Test
    void aSumThatWouldWrapIsRefused() {
        Budget everything = new Budget(30_000, Long.MAX_VALUE, Long.MAX_VALUE);
        policy.nodeCeiling = everything;
        policy.capsuleCeiling = everything;
        policy.deploymentCeiling = everything;
        HeldLimits most = new HeldLimits(10, 10, Long.MAX_VALUE, Long.MAX_VALUE);
        policy.nodeLimits = most;
        policy.tenantLimits = most;
        policy.trustLimits = most;
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.STANDARD, Long.MAX_VALUE, 1_000));
        DurableNode node = node();
        permit(node.authority.admit(
                RUNTIME,
                new TestingRequest("a").budget(5_000, Long.MAX_VALUE, 1).build()));

        assertThat(refused(node.authority.admit(
                                RUNTIME,
                                new TestingRequest("b")
                                        .budget(5_000, Long.MAX_VALUE, 1)
                                        .build()))
                        .reason())
                .isEqualTo(Reason.CAPACITY_EXHAUSTED);
        assertThat(refused(node.authority.admit(
                                RUNTIME,
                                new TestingRequest("c")
                                        .budget(5_000, 1, Long.MAX_VALUE)
                                        .build()))
                        .reason())
                .isEqualTo(Reason.CAPACITY_EXHAUSTED);
        assertThat(node.held()).isEqualTo(1);
    }

    @Test
    void aNegativeAmountMakesNoCredit() {
        DurableNode node = node();
        PermitView started = node.started("a", "x");
        var held = node.usages();
        for (TestingRequest request : List.of(
                new TestingRequest("b").budget(5_000, -1_000, 1),
                new TestingRequest("b").budget(5_000, 1, Long.MIN_VALUE),
                new TestingRequest("b").budget(-5_000, 1, 1))) {
            assertThat(refused(node.authority.admit(RUNTIME, request.build())).reason())
                    .isEqualTo(Reason.BUDGET_INFEASIBLE);
        }
        assertThatThrownBy(() -> new Completion(Outcome.SUCCEEDED, false, -1_000, 0))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(node.usages()).isEqualTo(held);
        given(complete(node, started));
        holdsNothing(node);
    }

    /** Scopes that the policy does not name any more are left out where they hold nothing. */
    private static List<Long> inUse(DurableNode node) {
        return node.used("acme").stream().filter(used -> used > 0).toList();
    }

    private static Profile unbounded() {
        Profile bounded = TestingPolicy.profile("only");
        return new Profile(
                bounded.name(),
                bounded.cpuFuelCeiling(),
                bounded.memoryBytesCeiling(),
                bounded.backend(),
                bounded.threadingModel(),
                bounded.stateModel(),
                bounded.features(),
                bounded.maxCallDepth(),
                bounded.cellClasses(),
                bounded.route(),
                bounded.outputContract(),
                ExecutionBound.NONE);
    }

    private interface Part {
        void by(int thread);
    }

    private static void together(int threads, Part part) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> parts = IntStream.range(0, threads)
                    .<Future<?>>mapToObj(thread -> pool.submit(() -> {
                        barrier.await();
                        part.by(thread);
                        return null;
                    }))
                    .toList();
            for (Future<?> running : parts) {
                running.get();
            }
        }
    }
}
