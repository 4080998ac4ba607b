package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.lease;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.journal.TestingLog;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import dev.headgate.ledger.LedgerRestore;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Lease;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a restart of the process and a reboot of the machine make of permits (design page 14, "Clocks"). */
class RestartTest {
    private static final long THIS_BOOT = 11;
    private static final long NEXT_BOOT = 22;

    private final TestingClock clock = new TestingClock();
    private final TestingPolicy policy = new TestingPolicy();
    private TestingLog<LedgerRecord> log = new TestingLog<>();
    private LedgerAuthority authority;
    private long epoch = 1;

    RestartTest() {
        policy.lease = new Lease(5_000, 1_000, 500);
        authority = new LedgerAuthority(
                clock, epoch, this::load, log, new Ledger(record -> log.append(record.sequence(), record), THIS_BOOT));
        authority.recordBoot(epoch);
        authority.pin(policy.pin());
    }

    private NodeLoad load() {
        return new NodeLoad.Observed(clock.bootNanos(), 100, 100, Map.of());
    }

    /** Starts anew from the bytes of the records. */
    private void restart(long kernelBoot) {
        var restore = new LedgerRestore();
        List<LedgerRecord> records = log.records();
        try {
            for (LedgerRecord record : records) {
                restore.replay(LedgerRecordCodec.encode(record));
            }
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
        TestingLog<LedgerRecord> next = new TestingLog<>();
        records.forEach(record -> next.append(record.sequence(), record));
        log = next;
        epoch++;
        authority = new LedgerAuthority(
                clock,
                epoch,
                this::load,
                next,
                restore.finish(
                        record -> next.append(record.sequence(), record),
                        kernelBoot,
                        clock.bootNanos(),
                        clock.monotonicNanos(),
                        clock.unixMillis()));
        authority.recordBoot(epoch);
        authority.pin(policy.pin());
    }

    private PermitView admitted(String activationId) {
        return permit(authority.admit(RUNTIME, new TestingRequest(activationId).build()));
    }

    private PermitView started(String activationId) {
        return given(authority.start(RUNTIME, admitted(activationId).permitId(), "x"));
    }

    private PermitView read(PermitView permit) {
        return given(authority.read(RUNTIME, permit.permitId()));
    }

    private long active() {
        return authority.permits(PermitState.QUEUED)
                + authority.permits(PermitState.EXECUTING)
                + authority.permits(PermitState.UNCERTAIN);
    }

    @Test
    void everyStateComesBackAndNothingThatWasHeldIsIssuedAgain() {
        PermitView queued = admitted("a");
        PermitView running = started("b");
        PermitView doubted = started("c");
        given(authority.complete(
                RUNTIME, doubted.permitId(), doubted.fencingToken(), Completion.of(Outcome.UNCERTAIN)));
        PermitView settled = started("d");
        given(authority.complete(RUNTIME, settled.permitId(), settled.fencingToken(), Completion.of(Outcome.TRAP)));
        var before = authority.usage();
        restart(THIS_BOOT);

        assertThat(read(queued).state()).isEqualTo(PermitState.QUEUED);
        assertThat(read(running).state()).isEqualTo(PermitState.EXECUTING);
        assertThat(read(doubted).state()).isEqualTo(PermitState.UNCERTAIN);
        assertThat(read(settled).settlementCause()).isEqualTo(SettlementCause.COMPLETED);
        assertThat(TestingNode.outcome(read(settled))).isEqualTo(Outcome.TRAP);
        assertThat(authority.usage()).isEqualTo(before);
        assertThat(refused(authority.admit(RUNTIME, new TestingRequest("a").build()))
                        .reason())
                .isEqualTo(Reason.ACTIVATION_ID_UNAVAILABLE);
    }

    @Test
    void tokensAndIdsNeverRepeatAfterARestart() {
        PermitView before = started("a");
        restart(THIS_BOOT);
        PermitView after = started("b");

        assertThat(after.fencingToken()).isGreaterThan(before.fencingToken());
        assertThat(after.permitId()).isGreaterThan(before.permitId());
    }

    @Test
    void deadlinesGoOnExactlyAfterARestartOfTheProcess() {
        PermitView queued = admitted("a");
        clock.advanceMillis(1_234);
        restart(THIS_BOOT);

        assertThat(read(queued).deadlineInMillis()).isEqualTo(queued.deadlineInMillis() - 1_234);
        clock.advanceMillis(3_767);
        authority.applyDue();
        assertThat(read(queued).settlementCause()).isEqualTo(SettlementCause.EXPIRED);
    }

    @Test
    void executingWorkGetsTheGracePeriodAfterARestartAndNotMore() {
        PermitView running = started("a");
        clock.advanceMillis(3_000);
        restart(THIS_BOOT);

        assertThat(lease(read(running)).expiresInMillis()).isEqualTo(500);
        clock.advanceMillis(501);
        assertThat(read(running).state()).isEqualTo(PermitState.UNCERTAIN);
        assertThat(active()).isEqualTo(1);
    }

    @Test
    void aLeaseThatReachesFurtherThanTheGraceStays() {
        PermitView running = started("a");
        restart(THIS_BOOT);

        assertThat(lease(read(running)).expiresInMillis()).isEqualTo(1_000);
    }

    @Test
    void aKeyIsRememberedOverARestart() {
        TestingRequest request = new TestingRequest("a");
        request.key = new IdempotencyKey("k", 1, 2);
        PermitView first = permit(authority.admit(RUNTIME, request.build()));
        restart(THIS_BOOT);
        var again = given(authority.admit(RUNTIME, request.build()));

        assertThat(again.replayed()).isTrue();
        assertThat(again.permit()).isEqualTo(first);
    }

    @Test
    void afterARebootQueuedWorkStartsOnlyWithWhatTheWallClockLeaves() {
        PermitView queued = admitted("a");
        PermitView other = admitted("b");
        clock.reboot(2_000, 3_000);
        restart(NEXT_BOOT);
        assertThat(read(queued).deadlineInMillis()).isEqualTo(queued.deadlineInMillis() - 3_000);
        given(authority.start(RUNTIME, queued.permitId(), "x"));

        clock.advanceMillis(2_001);
        authority.applyDue();
        assertThat(read(other).settlementCause()).isEqualTo(SettlementCause.EXPIRED);
    }

    @Test
    void afterARebootAWallClockThatWentBackDoesNotGiveTimeBack() {
        PermitView queued = admitted("a");
        clock.reboot(2_000, -3_600_000);
        restart(NEXT_BOOT);

        assertThat(read(queued).deadlineInMillis()).isEqualTo(queued.deadlineInMillis() - 2_000);
    }

    @Test
    void afterARebootExecutingWorkIsReleasedOnlyWhenItsBoundHasPassedByTheSlowestReading() {
        PermitView running = started("a");
        clock.reboot(2_000, 3_600_000);
        restart(NEXT_BOOT);
        assertThat(refused(authority.renew(RUNTIME, new RenewalRequest(running.permitId(), running.fencingToken(), 1)))
                        .reason())
                .isEqualTo(Reason.DEADLINE_EXCEEDED);
        clock.advanceMillis(8_499);
        authority.applyDue();
        assertThat(active()).isEqualTo(1);
        clock.advanceMillis(1);
        authority.applyDue();
        assertThat(active()).isZero();
        assertThat(read(running).settlementCause()).isEqualTo(SettlementCause.BOUND_PASSED);
    }

    @Test
    void timesAreRightAfterAFurtherRestartOnTheRebootedMachine() {
        PermitView running = started("a");
        clock.reboot(2_000, 2_000);
        restart(NEXT_BOOT);
        clock.advanceMillis(1_000);
        authority.applyDue();
        restart(NEXT_BOOT);

        assertThat(read(running).deadlineInMillis()).isEqualTo(running.deadlineInMillis() - 3_000);
        clock.advanceMillis(7_499);
        authority.applyDue();
        assertThat(active()).isEqualTo(1);
        clock.advanceMillis(1);
        authority.applyDue();
        assertThat(active()).isZero();
    }

    @Test
    void restartingTwiceIsRestartingOnce() {
        admitted("a");
        PermitView running = started("b");
        clock.advanceMillis(300);
        restart(THIS_BOOT);
        PermitView once = read(running);
        var usage = authority.usage();
        restart(THIS_BOOT);

        assertThat(read(running)).isEqualTo(once);
        assertThat(authority.usage()).isEqualTo(usage);
    }

    @Test
    void everyPrefixOfTheLogGivesALedgerWhoseUseIsWithinTheLimits() {
        policy.tenantLimits = new dev.headgate.policy.HeldLimits(2, 2, 1_000_000, 1_000_000_000L);
        authority.pin(policy.pin());
        for (int n = 0; n < 6; n++) {
            PermitView running = started("a" + n);
            admitted("b" + n);
            given(authority.complete(
                    RUNTIME, running.permitId(), running.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
            authority.cancelActivation(RUNTIME, null, "b" + n);
        }
        List<LedgerRecord> records = log.records();
        for (int length = 0; length <= records.size(); length++) {
            TestingLog<LedgerRecord> cut = new TestingLog<>();
            records.subList(0, length).forEach(record -> cut.append(record.sequence(), record));
            log = cut;
            restart(THIS_BOOT);
            assertThat(active()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void recordsThatWereWrittenAnewStandForThoseBeforeThem() {
        PermitView running = started("a");
        PermitView queued = admitted("b");
        var ledger = new LedgerRestore();
        // The oldest two records are given up after both permits were written anew.
        long last = log.records().getLast().sequence();
        List<LedgerRecord> all = log.records();
        try {
            for (LedgerRecord record : all) {
                ledger.replay(LedgerRecordCodec.encode(record));
            }
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
        TestingLog<LedgerRecord> rest = new TestingLog<>();
        Ledger rewriting = ledger.finish(
                record -> rest.append(record.sequence() - last, record),
                THIS_BOOT,
                clock.bootNanos(),
                clock.monotonicNanos(),
                clock.unixMillis());
        rewriting.rewriteOldest(last, 256, clock.bootNanos());
        assertThat(rewriting.oldestNeeded()).isGreaterThan(last);
        log = new TestingLog<>();
        rest.records().forEach(record -> log.append(record.sequence() - last, record));
        var again = new LedgerRestore();
        try {
            for (LedgerRecord record : rest.records()) {
                again.replay(LedgerRecordCodec.encode(record));
            }
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
        assertThat(again.permits()).isEqualTo(2);
        assertThat(again.highestFencingToken()).isEqualTo(queued.fencingToken());
        assertThat(running.fencingToken()).isLessThan(queued.fencingToken());
    }
}
