package dev.headgate.simulation;

import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.Usage;
import dev.headgate.policy.HeldLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The most likely mistakes that concern one node (design page 14, "The five most likely mistakes"): the first three. */
class LikelyMistakesTest {
    private static final long FUEL = 4_000;

    private final TestingPolicy policy = new TestingPolicy();

    /** Mistake 1, first half: while a sync hangs, no other way around tells what it has not written yet. */
    @Test
    void nothingAnswersFromARecordThatIsStillBeingSynced() {
        DurableNode node = new DurableNode(policy, 1);
        TestingRequest request = new TestingRequest("a");
        request.key = new IdempotencyKey("k", 1, 2);
        var admitted = node.authority.admit(RUNTIME, request.build());
        String permit = given(admitted).permit().permitId();
        List<List<String>> fates = new ArrayList<>();
        fates.add(node.fate(admitted));
        fates.add(node.fate(node.authority.admit(RUNTIME, request.build())));
        fates.add(node.fate(node.authority.read(RUNTIME, permit)));
        Answer<PermitView> started = node.authority.start(RUNTIME, permit, "x");
        fates.add(node.fate(started));
        fates.add(node.fate(node.authority.start(RUNTIME, permit, "x")));
        fates.add(node.fate(node.authority.start(RUNTIME, permit, "another")));
        fates.add(node.fate(node.authority.list(RUNTIME, new PermitQuery(null, null, null, 10, null))));
        fates.add(node.fate(node.authority.complete(
                RUNTIME, permit, given(started).fencingToken() + 9, Completion.of(Outcome.SUCCEEDED))));
        fates.add(node.fate(node.authority.cancel(RUNTIME, permit)));

        assertThat(fates).allMatch(List::isEmpty);
        node.sync();
        assertThat(fates).allMatch(fate -> fate.equals(List.of("durable")));
    }

    /** Mistake 1, second half: wherever the log is cut, what it holds fits into the limits it was granted under. */
    @Test
    void aLogThatIsCutAfterAnyRecordHoldsNoMoreThanTheLimits() {
        policy.tenantLimits = new HeldLimits(4, 3, FUEL, 1_000_000_000);
        for (int seed = 0; seed < 20; seed++) {
            DurableNode node = new DurableNode(policy, seed);
            live(node, new Chance(seed));
            node.sync();
            List<byte[]> records = node.recorded();
            for (int kept = 0; kept <= records.size(); kept++) {
                Ledger cut = node.restored(records.subList(0, kept), 1);
                for (Usage usage : cut.usages().values()) {
                    assertThat(usage.active()).isBetween(0L, 4L);
                    assertThat(usage.queued()).isBetween(0L, 3L);
                    assertThat(usage.cpuFuel()).isBetween(0L, FUEL);
                }
            }
        }
    }

    private static void live(DurableNode node, Chance chance) {
        List<PermitView> permits = new ArrayList<>();
        int granted = 0;
        for (int step = 0; step < 120; step++) {
            node.clock.advanceMillis(chance.below(400));
            if (chance.oneIn(2) || permits.isEmpty()) {
                TestingRequest request = new TestingRequest("a-" + step).budget(9_000, chance.between(1, 1_000), 1);
                if (node.authority.admit(RUNTIME, request.build()) instanceof Answer.Given<?>(var _, long _)) {
                    granted++;
                    permits.addAll(
                            given(node.authority.list(RUNTIME, new PermitQuery(null, "a-" + step, null, 1, null)))
                                    .permits());
                }
            } else {
                PermitView permit = chance.of(permits);
                if (node.authority.start(RUNTIME, permit.permitId(), "x")
                        instanceof Answer.Given<PermitView>(PermitView started, long _)) {
                    if (chance.oneIn(2)) {
                        node.authority.complete(
                                RUNTIME,
                                permit.permitId(),
                                started.fencingToken(),
                                Completion.of(chance.oneIn(3) ? Outcome.UNCERTAIN : Outcome.SUCCEEDED));
                    }
                } else {
                    permits.remove(permit);
                }
            }
        }
        assertThat(granted).isGreaterThan(5);
    }

    /** Mistake 2: whatever is left of a batch whose sync failed, the node starts each time and holds each answered grant. */
    @Test
    void everyRemainderOfAFailedSyncStartsAndHoldsEachAnsweredGrant() {
        for (int subset = 0; subset < 32; subset++) {
            DurableNode node = new DurableNode(policy, subset);
            PermitView first = node.started("answered", "x");
            List<String> told = node.fate(node.authority.read(RUNTIME, first.permitId()));
            node.sync();
            for (int number = 0; number < 3; number++) {
                node.admitted("unanswered-" + number);
            }
            List<String> failed = node.fate(node.admit("failed"));
            node.disk.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
            assertThat(node.sync()).isFalse();
            node.disk.fail(null);
            boolean rewritten = subset % 2 == 0;
            PermitView second = null;
            if (rewritten) {
                // It is written anew elsewhere, and answers again.
                assertThat(node.sync()).isTrue();
                second = node.admitted("after");
                assertThat(node.sync()).isTrue();
            }
            int kept = subset;
            node.disk.losePower((_, sector) -> kept >> (sector % 5) & 1);
            node.reboot(0, 0);

            assertThat(told).containsExactly("durable");
            assertThat(failed).containsExactly("undurable");
            assertThat(given(node.authority.read(RUNTIME, first.permitId())).state())
                    .isEqualTo(PermitState.EXECUTING);
            if (second != null) {
                assertThat(given(node.authority.read(RUNTIME, second.permitId()))
                                .state())
                        .isEqualTo(PermitState.QUEUED);
            }
            // Once more, with nothing in between.
            node.losePower(0, 0);
            assertThat(given(node.authority.read(RUNTIME, first.permitId())).state())
                    .isEqualTo(PermitState.EXECUTING);
            node.admitted("next");
        }
    }

    /** Mistake 3: a right to run that has ended is not told again, and nobody gets the place while the work may run. */
    @Test
    void aStartIsNotRepeatedPastItsDeadlineAndItsPlaceStaysTakenUntilBothClocksHavePassed() {
        policy.tenantLimits = new HeldLimits(1, 1, 1_000_000, 1_000_000_000);
        DurableNode node = new DurableNode(policy, 1);
        PermitView queued = node.admitted("a");
        node.sync();
        // The answer to the start is dropped.
        given(node.authority.start(RUNTIME, queued.permitId(), "x"));
        node.sync();
        node.clock.suspendMillis(queued.deadlineInMillis() + 500);

        assertThat(refused(node.authority.start(RUNTIME, queued.permitId(), "x"))
                        .reason())
                .isEqualTo(Reason.PERMIT_EXPIRED);
        assertThat(refused(node.admit("b")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);
        node.restart();
        assertThat(refused(node.admit("b")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);

        node.clock.advanceMillis(queued.deadlineInMillis() + 499);
        assertThat(refused(node.admit("b")).reason()).isEqualTo(Reason.CAPACITY_EXHAUSTED);
        node.clock.advanceMillis(1);
        node.admitted("b");
        assertThat(refused(node.authority.start(RUNTIME, queued.permitId(), "x"))
                        .reason())
                .isEqualTo(Reason.PERMIT_SETTLED);
    }
}
