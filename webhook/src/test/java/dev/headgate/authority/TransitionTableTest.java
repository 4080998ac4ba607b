package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.WORKER;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.lease;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Doubt;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every row of the table of transitions (design pages 3 and 14): each state with each call. */
class TransitionTableTest {
    private final TestingNode node = node(new TestingPolicy());
    private final LedgerAuthority authority = node.authority;

    /** Leases of one second, deadlines of ten. */
    private static TestingNode node(TestingPolicy policy) {
        policy.lease = new Lease(5_000, 1_000, 500);
        return new TestingNode(policy);
    }

    private static TestingNode unbounded() {
        TestingPolicy policy = new TestingPolicy();
        policy.profiles = List.of(TestingPolicy.unbounded("only"));
        return node(policy);
    }

    private static PermitView started(TestingNode on, String activationId) {
        return given(on.authority.start(RUNTIME, on.admitted(activationId).permitId(), "x"));
    }

    private PermitView started() {
        return started(node, "a");
    }

    private PermitView uncertain() {
        PermitView running = started();
        node.clock.advanceMillis(1_001);
        return read(running);
    }

    private PermitView read(PermitView permit) {
        return given(authority.read(RUNTIME, permit.permitId()));
    }

    private static Answer<PermitView> renew(TestingNode on, PermitView permit, long sequence) {
        return on.authority.renew(RUNTIME, new RenewalRequest(permit.permitId(), permit.fencingToken(), sequence));
    }

    private Answer<PermitView> renew(PermitView permit, long sequence) {
        return renew(node, permit, sequence);
    }

    private Answer<PermitView> complete(PermitView permit, Outcome outcome) {
        return authority.complete(RUNTIME, permit.permitId(), permit.fencingToken(), Completion.of(outcome));
    }

    private void holdsEverything() {
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
        assertThat(node.used(Dimension.CPU_FUEL)).isEqualTo(TestingPolicy.FUEL);
        assertThat(node.used(Dimension.MEMORY_BYTES)).isEqualTo(TestingPolicy.MEMORY);
    }

    private void holdsNothing() {
        for (Dimension dimension : Dimension.values()) {
            assertThat(node.used(dimension)).isZero();
        }
    }

    @Test
    void renewingAQueuedPermitIsNotExecuting() {
        PermitView queued = node.admitted("a");

        assertThat(refused(renew(queued, 1)).reason()).isEqualTo(Reason.PERMIT_NOT_EXECUTING);
    }

    @Test
    void terminatingAQueuedPermitIsNotUncertain() {
        PermitView queued = node.admitted("a");

        assertThat(refused(authority.terminate(ADMINISTRATOR, queued.permitId(), "gone"))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_UNCERTAIN);
    }

    @Test
    void aStartGivesBackTheQueueSlotOnly() {
        started();

        assertThat(node.used(Dimension.QUEUED)).isZero();
        holdsEverything();
    }

    @Test
    void aRenewalMovesTheLeaseAndNothingElse() {
        PermitView running = started();
        node.clock.advanceMillis(900);
        PermitView renewed = given(renew(running, 1));

        assertThat(lease(renewed).expiresInMillis()).isEqualTo(1_000);
        assertThat(lease(renewed).renewalSequence()).isEqualTo(1);
        assertThat(renewed.fencingToken()).isEqualTo(running.fencingToken());
        holdsEverything();
    }

    @Test
    void theSameRenewalAgainRepeatsTheAnswerAndMovesNothing() {
        PermitView running = started();
        given(renew(running, 1));
        node.clock.advanceMillis(400);

        assertThat(lease(given(renew(running, 1))).expiresInMillis()).isEqualTo(600);
    }

    @Test
    void anEarlierRenewalIsStaleAndALaterOneThanTheNextIsAccepted() {
        PermitView running = started();
        given(renew(running, 7));

        assertThat(refused(renew(running, 6)).reason()).isEqualTo(Reason.RENEWAL_STALE);
        assertThat(lease(given(renew(running, 9))).renewalSequence()).isEqualTo(9);
    }

    @Test
    void aRenewalWithAnotherTokenChangesNothing() {
        PermitView running = started();
        RenewalRequest stale = new RenewalRequest(running.permitId(), running.fencingToken() - 1, 1);

        assertThat(refused(authority.renew(RUNTIME, stale)).reason()).isEqualTo(Reason.FENCING_TOKEN_STALE);
        assertThat(refused(authority.renew(RUNTIME, new RenewalRequest(running.permitId(), null, 1)))
                        .reason())
                .isEqualTo(Reason.FENCING_TOKEN_MISSING);
        assertThat(lease(read(running)).renewalSequence()).isZero();
    }

    @Test
    void aLeaseNeverReachesPastTheDeadlineAndPastItNothingRenews() {
        PermitView running = started();
        for (int second = 1; second <= 9; second++) {
            node.clock.advanceMillis(950);
            given(renew(running, second));
        }
        node.clock.advanceMillis(900);
        PermitView last = given(renew(running, 10));
        assertThat(lease(last).expiresInMillis())
                .isEqualTo(last.deadlineInMillis())
                .isLessThan(1_000);

        node.clock.advanceMillis(last.deadlineInMillis());
        assertThat(refused(renew(running, 11)).reason()).isEqualTo(Reason.DEADLINE_EXCEEDED);
    }

    @Test
    void aMissedLeaseMakesDoubtAndFreesNothing() {
        PermitView running = started();
        node.clock.advanceMillis(1_000);
        assertThat(read(running).state()).isEqualTo(PermitState.EXECUTING);
        node.clock.advanceNanos(1);
        authority.applyDue();

        assertThat(read(running).state()).isEqualTo(PermitState.UNCERTAIN);
        assertThat(read(running).doubt()).isEqualTo(Doubt.LEASE_MISSED);
        assertThat(authority.permits(PermitState.UNCERTAIN)).isEqualTo(1);
        assertThat(authority.vitals().leasesMissed()).isEqualTo(1);
        holdsEverything();
    }

    @Test
    void aRenewalTakesAnUncertainPermitBackToExecuting() {
        PermitView doubted = uncertain();

        assertThat(given(renew(doubted, 1)).state()).isEqualTo(PermitState.EXECUTING);
        assertThat(authority.permits(PermitState.UNCERTAIN)).isZero();
        holdsEverything();
    }

    @Test
    void anUncertainPermitIsCompletedByItsExecutorAfterAll() {
        PermitView settled = given(complete(uncertain(), Outcome.SUCCEEDED));

        assertThat(settled.settlementCause()).isEqualTo(SettlementCause.COMPLETED);
        holdsNothing();
    }

    @Test
    void anOutcomeThatIsUncertainFreesNothing() {
        PermitView running = started();
        PermitView doubted = given(complete(running, Outcome.UNCERTAIN));

        assertThat(doubted.state()).isEqualTo(PermitState.UNCERTAIN);
        assertThat(doubted.doubt()).isEqualTo(Doubt.REPORTED);
        holdsEverything();
        assertThat(given(complete(running, Outcome.UNCERTAIN)).state()).isEqualTo(PermitState.UNCERTAIN);
        assertThat(given(complete(running, Outcome.TERMINATED)).state()).isEqualTo(PermitState.SETTLED);
        holdsNothing();
    }

    @Test
    void anAdministratorSettlesAnUncertainPermitWithAStatement() {
        PermitView doubted = uncertain();

        PermitView settled = given(authority.terminate(ADMINISTRATOR, doubted.permitId(), "the node was reimaged"));
        assertThat(settled.settlementCause()).isEqualTo(SettlementCause.TERMINATED);
        assertThat(settled.statement()).isEqualTo("the node was reimaged");
        holdsNothing();
        assertThat(given(authority.terminate(ADMINISTRATOR, doubted.permitId(), "the node was reimaged")))
                .isEqualTo(settled);
        assertThat(refused(authority.terminate(ADMINISTRATOR, doubted.permitId(), "other"))
                        .reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
    }

    @Test
    void nobodyButAnAdministratorTerminates() {
        PermitView doubted = uncertain();

        assertThat(refused(authority.terminate(RUNTIME, doubted.permitId(), "gone"))
                        .reason())
                .isEqualTo(Reason.ADMINISTRATOR_REQUIRED);
        holdsEverything();
    }

    @Test
    void workThatNobodyDoubtsIsNotTheAdministratorsToEnd() {
        PermitView running = started();

        assertThat(refused(authority.terminate(ADMINISTRATOR, running.permitId(), "gone"))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_UNCERTAIN);
        holdsEverything();
    }

    @Test
    void aCancelOfStartedWorkIsAWishThatTravelsOnRenewAndRead() {
        PermitView running = started();
        given(authority.cancel(RUNTIME, running.permitId()));

        assertThat(given(renew(running, 1)).cancelRequested()).isTrue();
        assertThat(read(running).cancelRequested()).isTrue();
        assertThat(given(authority.start(RUNTIME, running.permitId(), "x")).cancelRequested())
                .isTrue();
        holdsEverything();
    }

    @Test
    void aCancelMarksAnUncertainPermitToo() {
        PermitView doubted = uncertain();

        assertThat(given(authority.cancel(RUNTIME, doubted.permitId())).cancelRequested())
                .isTrue();
        holdsEverything();
    }

    @Test
    void aBoundThatHasPassedOnBothClocksReleases() {
        PermitView running = started();
        node.clock.advanceMillis(10_499);
        authority.applyDue();
        holdsEverything();
        node.clock.advanceMillis(1);
        authority.applyDue();

        assertThat(read(running).settlementCause()).isEqualTo(SettlementCause.BOUND_PASSED);
        holdsNothing();
    }

    @Test
    void aBoundThatPassedWhileTheMachineSleptReleasesNothingYet() {
        PermitView running = started();
        node.clock.suspendMillis(20_000);
        authority.applyDue();
        assertThat(read(running).state()).isEqualTo(PermitState.UNCERTAIN);
        holdsEverything();

        node.clock.advanceMillis(10_500);
        authority.applyDue();
        assertThat(read(running).settlementCause()).isEqualTo(SettlementCause.BOUND_PASSED);
        holdsNothing();
    }

    @Test
    void workThatNothingBoundsHoldsItsCapacityForEver() {
        TestingNode open = unbounded();
        started(open, "a");
        open.clock.advanceMillis(365L * 24 * 3_600_000);
        open.authority.applyDue();

        assertThat(open.used(Dimension.ACTIVE)).isEqualTo(1);
        assertThat(open.authority.permits(PermitState.UNCERTAIN)).isEqualTo(1);
    }

    @Test
    void aReportAfterAReleaseByBoundIsTakenOnceAndFreesNothingTwice() {
        PermitView running = started();
        node.admitted("b");
        node.clock.advanceMillis(10_500);
        PermitView other = permit(authority.admit(RUNTIME, new TestingRequest("c").build()));

        assertThat(given(complete(running, Outcome.TRAP)).settlementCause()).isEqualTo(SettlementCause.BOUND_PASSED);
        assertThat(TestingNode.outcome(given(complete(running, Outcome.TRAP)))).isEqualTo(Outcome.TRAP);
        assertThat(refused(complete(running, Outcome.SUCCEEDED)).reason()).isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(read(other).state()).isEqualTo(PermitState.QUEUED);
        holdsEverything();
    }

    @Test
    void theSameExecutorRepeatsItsStartWhileItsRightLasts() {
        PermitView running = started();
        assertThat(given(authority.start(RUNTIME, running.permitId(), "x")).fencingToken())
                .isEqualTo(running.fencingToken());

        node.clock.advanceMillis(1_001);
        assertThat(given(authority.start(RUNTIME, running.permitId(), "x")).state())
                .isEqualTo(PermitState.UNCERTAIN);
        node.clock.advanceMillis(8_999);
        assertThat(refused(authority.start(RUNTIME, running.permitId(), "x")).reason())
                .isEqualTo(Reason.PERMIT_EXPIRED);
    }

    @Test
    void twoExecutorsNeverBothStartOnePermit() {
        PermitView running = started();

        assertThat(refused(authority.start(RUNTIME, running.permitId(), "y")).reason())
                .isEqualTo(Reason.PERMIT_NOT_QUEUED);
        assertThat(refused(authority.start(WORKER, running.permitId(), "x")).reason())
                .isEqualTo(Reason.EXECUTOR_MISMATCH);
    }

    @Test
    void noCallChangesASettledPermit() {
        PermitView settled = given(complete(started(), Outcome.SUCCEEDED));

        assertThat(refused(authority.start(RUNTIME, settled.permitId(), "x")).reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(refused(renew(settled, 1)).reason()).isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(refused(authority.cancel(RUNTIME, settled.permitId())).reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(refused(authority.terminate(ADMINISTRATOR, settled.permitId(), "gone"))
                        .reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(refused(complete(settled, Outcome.UNCERTAIN)).reason()).isEqualTo(Reason.PERMIT_SETTLED);
        assertThat(given(complete(settled, Outcome.SUCCEEDED))).isEqualTo(settled);
        holdsNothing();
    }

    @Test
    void wallClockJumpsExpireNothing() {
        PermitView queued = node.admitted("a");
        PermitView running = started(node, "b");
        node.clock.jumpWallMillis(365L * 24 * 3_600_000);
        authority.applyDue();
        node.clock.jumpWallMillis(-2 * 365L * 24 * 3_600_000);
        authority.applyDue();

        assertThat(read(queued).state()).isEqualTo(PermitState.QUEUED);
        assertThat(read(running).state()).isEqualTo(PermitState.EXECUTING);
    }

    @Test
    void manyRenewalsAreOneRecordAndAnswerInTheirOrder() {
        PermitView one = started(node, "a");
        PermitView two = started(node, "b");
        int before = node.log.records().size();
        List<Answer<PermitView>> answers = authority.renewAll(
                RUNTIME,
                List.of(
                        new RenewalRequest(two.permitId(), two.fencingToken(), 1),
                        new RenewalRequest("0000000000000", 1L, 1),
                        new RenewalRequest(one.permitId(), null, 1),
                        new RenewalRequest(one.permitId(), one.fencingToken(), 1)));

        assertThat(given(answers.get(0)).permitId()).isEqualTo(two.permitId());
        assertThat(refused(answers.get(1)).reason()).isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(refused(answers.get(2)).reason()).isEqualTo(Reason.FENCING_TOKEN_MISSING);
        assertThat(given(answers.get(3)).permitId()).isEqualTo(one.permitId());
        assertThat(node.log.records()).hasSize(before + 1);
    }

    @Test
    void anAdmissionThatStartsMakesBothTransitionsInOneRecord() {
        TestingRequest request = new TestingRequest("a");
        request.startAs = "x";
        PermitView running = permit(authority.admit(RUNTIME, request.build()));

        assertThat(running.state()).isEqualTo(PermitState.EXECUTING);
        assertThat(running.executorId()).isEqualTo("x");
        assertThat(node.log.records()).hasSize(1);
        assertThat(node.used(Dimension.QUEUED)).isZero();
        holdsEverything();
        given(complete(running, Outcome.SUCCEEDED));
        holdsNothing();
    }

    @Test
    void whatIsWithheldIsGrantedOnlyWhenBothClocksHavePassed() {
        authority.withholdFor(10_000_000_000L);
        node.clock.suspendMillis(20_000);
        assertThat(node.refusal(new TestingRequest("a").build()).reason()).isEqualTo(Reason.RECOVERING);
        assertThat(authority.vitals().withholding()).isTrue();

        node.clock.advanceMillis(10_000);
        node.admitted("a");
        assertThat(authority.vitals().withholding()).isFalse();
    }

    @Test
    void permitRoutesNeedNoPinAndConsultNoPolicy() {
        PermitView running = started();
        authority.unpin();

        given(renew(running, 1));
        given(complete(running, Outcome.SUCCEEDED));
        holdsNothing();
    }
}
