package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ALICE;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import org.junit.jupiter.api.Test;

/** Admissions that are repeated under a key (design page 3, "Identity, retries, fencing", and page 14). */
class IdempotencyTest {
    private final TestingPolicy policy = new TestingPolicy();
    private final TestingNode node = new TestingNode(policy);
    private final LedgerAuthority authority = node.authority;

    private static TestingRequest request(String activationId, String key, long fingerprint) {
        TestingRequest request = new TestingRequest(activationId);
        request.key = new IdempotencyKey(key, fingerprint, 0);
        return request;
    }

    private Admitted admit(TestingRequest request) {
        return given(authority.admit(RUNTIME, request.build()));
    }

    private void complete(Admitted admitted) {
        PermitView running = given(authority.start(RUNTIME, admitted.permit().permitId(), "x"));
        given(authority.complete(
                RUNTIME, running.permitId(), running.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
    }

    @Test
    void aRepetitionGetsThePermitAsItWasGrantedAndReservesNothing() {
        Admitted first = admit(request("a", "k", 1));
        node.clock.advanceMillis(50);
        Admitted again = admit(request("a", "k", 1));

        assertThat(again.permit()).isEqualTo(first.permit());
        assertThat(first.replayed()).isFalse();
        assertThat(again.replayed()).isTrue();
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
    }

    @Test
    void anotherRequestUnderTheKeyIsAConflictAndHasNoEffect() {
        admit(request("a", "k", 1));

        assertThat(refused(authority.admit(RUNTIME, request("b", "k", 2).build()))
                        .reason())
                .isEqualTo(Reason.IDEMPOTENCY_KEY_CONFLICT);
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
    }

    @Test
    void aRepetitionConsultsNeitherPolicyNorLoadNorPin() {
        Admitted first = admit(request("a", "k", 1));
        policy.withAcme = false;
        authority.pin(policy.pin());
        node.load = new NodeLoad.Unavailable();
        assertThat(admit(request("a", "k", 1)).permit()).isEqualTo(first.permit());
        authority.unpin();
        assertThat(admit(request("a", "k", 1)).permit()).isEqualTo(first.permit());
        authority.shutDown();
        assertThat(admit(request("a", "k", 1)).permit()).isEqualTo(first.permit());
    }

    @Test
    void aLateRepetitionOfAFinishedPermitGetsItsStateAndNeverAdmitsAgain() {
        Admitted first = admit(request("a", "k", 1));
        complete(first);
        Admitted again = admit(request("a", "k", 1));

        assertThat(again.permit()).isEqualTo(first.permit());
        assertThat(again.stateNow()).isEqualTo(PermitState.SETTLED);
        assertThat(node.used(Dimension.ACTIVE)).isZero();
    }

    @Test
    void keysOfOnePrincipalAreNotThoseOfAnother() {
        admit(request("a", "k", 1));

        assertThat(given(authority.admit(ALICE, request("b", "k", 2).build())).replayed())
                .isFalse();
    }

    @Test
    void aRefusalIsNotStoredSoTheKeyMayBeDecidedAnew() {
        policy.tenantLimits = new HeldLimits(0, 0, 0, 0);
        authority.pin(policy.pin());
        refused(authority.admit(RUNTIME, request("a", "k", 1).build()));
        policy.tenantLimits = TestingPolicy.wide();
        authority.pin(policy.pin());

        assertThat(admit(request("a", "k", 1)).replayed()).isFalse();
    }

    @Test
    void aRightToRunIsRepeatedOnlyWhileItLasts() {
        TestingRequest starting = request("a", "k", 1);
        starting.startAs = "x";
        Admitted first = admit(starting);
        node.clock.advanceMillis(9_999);
        Admitted again = admit(starting);
        assertThat(again.permit()).isEqualTo(first.permit());
        assertThat(again.stateNow()).isEqualTo(PermitState.EXECUTING);

        node.clock.advanceMillis(1);
        assertThat(refused(authority.admit(RUNTIME, starting.build())).reason()).isEqualTo(Reason.PERMIT_EXPIRED);
        node.clock.advanceMillis(600);
        assertThat(refused(authority.admit(RUNTIME, starting.build())).reason()).isEqualTo(Reason.PERMIT_SETTLED);
    }

    @Test
    void anEntryGoesWithItsAgeAndNotWithTheNumberOfOthers() {
        policy.history = new History(3, 60_000);
        authority.pin(policy.pin());
        complete(admit(request("keyed", "k", 1)));
        for (int n = 0; n < 10; n++) {
            PermitView other = node.admitted("unkeyed-" + n);
            given(authority.cancel(RUNTIME, other.permitId()));
        }
        assertThat(admit(request("keyed", "k", 1)).replayed()).isTrue();

        node.clock.advanceMillis(60_000);
        authority.applyDue();
        assertThat(admit(request("keyed", "k", 1)).replayed()).isFalse();
    }

    @Test
    void aFullHistoryRefusesNewKeysAndNothingElse() {
        policy.history = new History(2, 60_000);
        authority.pin(policy.pin());
        complete(admit(request("a", "1", 1)));
        Admitted live = admit(request("b", "2", 1));

        assertThat(refused(authority.admit(RUNTIME, request("c", "3", 1).build()))
                        .reason())
                .isEqualTo(Reason.HISTORY_FULL);
        node.admitted("unkeyed");
        complete(live);
        assertThat(admit(request("a", "1", 1)).replayed()).isTrue();
    }

    @Test
    void theKeysOfOneTenantDoNotTakeTheShareOfAnother() {
        policy.history = new History(4, 60_000);
        authority.pin(policy.pin());
        for (int n = 0; n < 4; n++) {
            admit(request("a" + n, "k" + n, 1));
        }
        assertThat(refused(authority.admit(RUNTIME, request("a9", "k9", 1).build()))
                        .reason())
                .isEqualTo(Reason.HISTORY_FULL);

        TestingRequest other = request("b", "k", 1);
        other.tenant = "other";
        assertThat(authority.admit(TestingNode.BOB, other.build()))
                .satisfies(answer -> assertThat(
                                answer instanceof AdmissionAuthority.Answer.Refused<Admitted>(var rejection, long _)
                                        && rejection.reason() == Reason.HISTORY_FULL)
                        .isFalse());
    }
}
