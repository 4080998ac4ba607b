package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.ALICE;
import static dev.headgate.authority.TestingNode.BOB;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.WORKER;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.outcome;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.History;
import dev.headgate.policy.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitLifeTest {
    private final TestingNode node = new TestingNode(new TestingPolicy());
    private final LedgerAuthority authority = node.authority;

    @Test
    void aPermitIsAdmittedStartedAndCompleted() {
        PermitView queued = node.admitted("a");
        PermitView executing = given(authority.start(RUNTIME, queued.permitId(), "x"));
        PermitView settled = given(authority.complete(
                RUNTIME, queued.permitId(), executing.fencingToken(), Completion.of(Outcome.SUCCEEDED)));

        assertThat(queued.state()).isEqualTo(PermitState.QUEUED);
        assertThat(executing.state()).isEqualTo(PermitState.EXECUTING);
        assertThat(executing.fencingToken()).isGreaterThan(queued.fencingToken());
        assertThat(settled.state()).isEqualTo(PermitState.SETTLED);
        assertThat(settled.settlementCause()).isEqualTo(SettlementCause.COMPLETED);
        assertThat(outcome(settled)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(authority.usage())
                .allSatisfy(quota -> assertThat(quota.used()).isZero());
    }

    @Test
    void aPermitNamesThePinAndTheBootEpochThatGrantedIt() {
        PermitView permit = node.admitted("a");

        assertThat(permit.policyName()).isEqualTo("edge");
        assertThat(permit.revision()).isEqualTo(TestingPolicy.tuple());
        assertThat(permit.bootEpoch()).isEqualTo(7);
        assertThat(permit.permitId()).hasSizeLessThanOrEqualTo(26);
    }

    @Test
    void aCopiedPermitStartedByTwoExecutorsRunsOnce() {
        PermitView permit = node.admitted("a");
        PermitView first = given(authority.start(RUNTIME, permit.permitId(), "one"));
        Rejection second = refused(authority.start(WORKER, permit.permitId(), "two"));

        assertThat(first.state()).isEqualTo(PermitState.EXECUTING);
        assertThat(second.reason()).isEqualTo(Reason.PERMIT_NOT_QUEUED);
        assertThat(second.permitState()).isEqualTo(PermitState.EXECUTING);
    }

    @Test
    void theNameOfAnExecutorIsNoUseToAnotherSubject() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(refused(authority.start(WORKER, permit.permitId(), "one")).reason())
                .isEqualTo(Reason.EXECUTOR_MISMATCH);
    }

    @Test
    void theSameExecutorRepeatingItsStartGetsTheSameAnswer() {
        PermitView permit = node.admitted("a");
        PermitView first = given(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(given(authority.start(RUNTIME, permit.permitId(), "one"))).isEqualTo(first);
    }

    @Test
    void aStartIsNotRepeatedOnceTheRightToRunHasEnded() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));
        node.clock.advanceMillis(10_000);

        assertThat(refused(authority.start(RUNTIME, permit.permitId(), "one")).reason())
                .isEqualTo(Reason.PERMIT_EXPIRED);
    }

    @Test
    void aStartIsNotRepeatedOnceThePermitIsSettled() {
        PermitView permit = completed("a");

        assertThat(refused(authority.start(RUNTIME, permit.permitId(), "one")).reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
    }

    @Test
    void aStartGivesOnlyTheQueueSlotBack() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(node.used(Dimension.QUEUED)).isZero();
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
        assertThat(node.used(Dimension.CPU_FUEL)).isEqualTo(TestingPolicy.FUEL);
        assertThat(node.used(Dimension.MEMORY_BYTES)).isEqualTo(TestingPolicy.MEMORY);
    }

    @Test
    void aStartAtTheVeryMomentOfStartByIsInTime() {
        PermitView permit = node.admitted("a");
        node.clock.advanceMillis(permit.startByInMillis());

        assertThat(given(authority.start(RUNTIME, permit.permitId(), "one")).state())
                .isEqualTo(PermitState.EXECUTING);
    }

    @Test
    void aStartOneNanosecondAfterStartByReleasesEverything() {
        PermitView permit = node.admitted("a");
        node.clock.advanceMillis(permit.startByInMillis());
        node.clock.advanceNanos(1);
        Rejection rejection = refused(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(rejection.reason()).isEqualTo(Reason.PERMIT_EXPIRED);
        assertThat(rejection.settlementCause()).isEqualTo(SettlementCause.EXPIRED);
        assertThat(authority.usage())
                .allSatisfy(quota -> assertThat(quota.used()).isZero());
    }

    @Test
    void aStartPastTheDeadlineSaysSo() {
        PermitView permit = node.admitted("a");
        node.clock.advanceMillis(permit.deadlineInMillis());

        assertThat(refused(authority.start(RUNTIME, permit.permitId(), "one")).reason())
                .isEqualTo(Reason.DEADLINE_EXCEEDED);
    }

    @Test
    void theQueueLeaseEndsStartByWhereItIsEarlier() {
        TestingPolicy policy = new TestingPolicy();
        policy.lease = new Lease(300, 30_000, 5_000);

        assertThat(new TestingNode(policy).admitted("a").startByInMillis()).isEqualTo(300);
    }

    @Test
    void startByIsTheDeadlineLessMinimumExecutionTimeAndMargin() {
        assertThat(node.admitted("a").startByInMillis()).isEqualTo(10_000 - 20 - 5);
    }

    @Test
    void executingWorkPastItsDeadlineThatNothingBoundsHoldsItsCapacityUntilItIsCompleted() {
        TestingPolicy policy = new TestingPolicy();
        policy.profiles = List.of(TestingPolicy.unbounded("only"));
        node.authority.pin(policy.pin());
        PermitView permit = node.admitted("a");
        PermitView executing = given(authority.start(RUNTIME, permit.permitId(), "one"));
        node.clock.advanceMillis(1_000_000);
        authority.applyDue();

        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
        assertThat(given(authority.complete(
                                RUNTIME,
                                permit.permitId(),
                                executing.fencingToken(),
                                Completion.of(Outcome.DEADLINE_EXCEEDED)))
                        .state())
                .isEqualTo(PermitState.SETTLED);
        assertThat(node.used(Dimension.ACTIVE)).isZero();
    }

    @Test
    void completionNeedsAFencingToken() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(refused(authority.complete(RUNTIME, permit.permitId(), null, Completion.of(Outcome.SUCCEEDED)))
                        .reason())
                .isEqualTo(Reason.FENCING_TOKEN_MISSING);
    }

    @Test
    void theTokenOfTheGrantIsStaleOnceThePermitIsStarted() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));

        assertThat(refused(authority.complete(
                                RUNTIME, permit.permitId(), permit.fencingToken(), Completion.of(Outcome.SUCCEEDED)))
                        .reason())
                .isEqualTo(Reason.FENCING_TOKEN_STALE);
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
    }

    @Test
    void completionOfAQueuedPermitIsRefused() {
        PermitView permit = node.admitted("a");

        assertThat(refused(authority.complete(
                                RUNTIME, permit.permitId(), permit.fencingToken(), Completion.of(Outcome.SUCCEEDED)))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_EXECUTING);
    }

    @Test
    void aRepeatedCompletionGetsTheFirstResult() {
        PermitView settled = completed("a");

        assertThat(given(authority.complete(
                        RUNTIME, settled.permitId(), settled.fencingToken(), Completion.of(Outcome.SUCCEEDED))))
                .isEqualTo(settled);
    }

    @Test
    void aCompletionWithAnotherOutcomeIsRefused() {
        PermitView settled = completed("a");

        assertThat(refused(authority.complete(
                                RUNTIME, settled.permitId(), settled.fencingToken(), Completion.of(Outcome.TRAP)))
                        .reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
    }

    @Test
    void aCancelledQueuedPermitReleasesEverything() {
        PermitView permit = node.admitted("a");
        PermitView cancelled = given(authority.cancel(RUNTIME, permit.permitId()));

        assertThat(cancelled.settlementCause()).isEqualTo(SettlementCause.CANCELLED);
        assertThat(authority.usage())
                .allSatisfy(quota -> assertThat(quota.used()).isZero());
        assertThat(given(authority.cancel(RUNTIME, permit.permitId()))).isEqualTo(cancelled);
    }

    @Test
    void cancellingExecutingWorkOnlyMarksTheWish() {
        PermitView permit = node.admitted("a");
        given(authority.start(RUNTIME, permit.permitId(), "one"));
        PermitView wished = given(authority.cancel(RUNTIME, permit.permitId()));

        assertThat(wished.state()).isEqualTo(PermitState.EXECUTING);
        assertThat(wished.cancelRequested()).isTrue();
        assertThat(given(authority.start(RUNTIME, permit.permitId(), "one")).cancelRequested())
                .isTrue();
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
    }

    @Test
    void cancellingASettledPermitIsRefused() {
        assertThat(refused(authority.cancel(RUNTIME, completed("a").permitId())).reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
    }

    @Test
    void anExecutorRecordedAtTheGrantMayStartAndComplete() {
        PermitView permit = node.admitted("a");
        PermitView executing = given(authority.start(WORKER, permit.permitId(), "w"));

        assertThat(outcome(given(authority.complete(
                        WORKER, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.TRAP)))))
                .isEqualTo(Outcome.TRAP);
    }

    @Test
    void aPermitOfSomebodyElseIsNotFound() {
        String permit = node.admitted("a").permitId();

        assertThat(refused(authority.read(ALICE, permit)).reason()).isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(refused(authority.start(BOB, permit, "x"))).isEqualTo(refused(authority.start(BOB, "none", "x")));
        assertThat(refused(authority.complete(ALICE, permit, 1L, Completion.of(Outcome.TRAP)))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(refused(authority.cancel(BOB, permit)).reason()).isEqualTo(Reason.PERMIT_NOT_FOUND);
    }

    @Test
    void anAdministratorReadsAndCancelsAndNeitherStartsNorCompletes() {
        String permit = node.admitted("a").permitId();

        assertThat(given(authority.read(ADMINISTRATOR, permit)).state()).isEqualTo(PermitState.QUEUED);
        assertThat(refused(authority.start(ADMINISTRATOR, permit, "x")).reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(refused(authority.complete(ADMINISTRATOR, permit, 1L, Completion.of(Outcome.TRAP)))
                        .reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(given(authority.cancel(ADMINISTRATOR, permit)).settlementCause())
                .isEqualTo(SettlementCause.CANCELLED);
    }

    @Test
    void theNameOfAnExecutorIsWellFormed() {
        String permit = node.admitted("a").permitId();

        assertThat(refused(authority.start(RUNTIME, permit, "")).reason()).isEqualTo(Reason.IDENTIFIER_EMPTY);
        assertThat(refused(authority.start(RUNTIME, permit, "a b")).reason()).isEqualTo(Reason.IDENTIFIER_MALFORMED);
        assertThat(refused(authority.start(RUNTIME, permit, "x".repeat(254))).reason())
                .isEqualTo(Reason.IDENTIFIER_TOO_LONG);
    }

    @Test
    void anActivationIsCancelledByItsId() {
        node.admitted("a");

        assertThat(given(authority.cancelActivation(RUNTIME, null, "a")).settlementCause())
                .isEqualTo(SettlementCause.CANCELLED);
        assertThat(refused(authority.cancelActivation(RUNTIME, "acme", "a")).reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(refused(authority.cancelActivation(BOB, "acme", "a")).reason())
                .isEqualTo(Reason.PERMIT_NOT_FOUND);
    }

    @Test
    void anActivationIdThatSeveralTenantsOfTheCallerUseNeedsTheTenant() {
        TestingPolicy policy = new TestingPolicy();
        policy.otherSubjects = policy.subjects;
        TestingNode both = new TestingNode(policy);
        both.admitted("a");
        TestingRequest request = new TestingRequest("a");
        request.tenant = "other";
        permit(both.authority.admit(RUNTIME, request.build()));

        assertThat(refused(both.authority.cancelActivation(RUNTIME, null, "a")).reason())
                .isEqualTo(Reason.TENANT_REQUIRED);
        assertThat(given(both.authority.cancelActivation(RUNTIME, "other", "a"))
                        .revision()
                        .tenant())
                .isEqualTo("other");
    }

    @Test
    void theHistoryKeepsNoMorePermitsThanItsBound() {
        TestingPolicy policy = new TestingPolicy();
        policy.history = new History(1, 3_600_000);
        TestingNode bounded = new TestingNode(policy);
        String first = bounded.admitted("a").permitId();
        String second = bounded.admitted("b").permitId();
        given(bounded.authority.cancel(RUNTIME, first));
        given(bounded.authority.cancel(RUNTIME, second));

        assertThat(refused(bounded.authority.read(RUNTIME, first)).reason()).isEqualTo(Reason.PERMIT_NOT_FOUND);
        assertThat(given(bounded.authority.read(RUNTIME, second)).state()).isEqualTo(PermitState.SETTLED);
        assertThat(bounded.authority.permits(PermitState.SETTLED)).isEqualTo(1);
    }

    @Test
    void theHistoryForgetsAFinishedPermitAtItsAge() {
        String permit = completed("a").permitId();
        node.clock.advanceMillis(3_599_999);
        authority.applyDue();
        assertThat(given(authority.read(RUNTIME, permit)).state()).isEqualTo(PermitState.SETTLED);
        node.clock.advanceMillis(1);
        authority.applyDue();

        assertThat(refused(authority.read(RUNTIME, permit)).reason()).isEqualTo(Reason.PERMIT_NOT_FOUND);
    }

    @Test
    void aJumpOfTheWallClockExpiresNothing() {
        PermitView permit = node.admitted("a");
        node.clock.jumpWallMillis(1_000_000_000);

        assertThat(given(authority.start(RUNTIME, permit.permitId(), "one")).state())
                .isEqualTo(PermitState.EXECUTING);
    }

    private PermitView completed(String activationId) {
        PermitView permit = node.admitted(activationId);
        PermitView executing = given(authority.start(RUNTIME, permit.permitId(), "one"));
        return given(authority.complete(
                RUNTIME, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
    }
}
