package dev.headgate.simulation;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.PermitView;
import dev.headgate.authority.TestingClock;
import dev.headgate.authority.TestingNode;
import dev.headgate.journal.DurabilityListener;
import dev.headgate.journal.SimulatedDisk;
import dev.headgate.journal.StepwiseJournal;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import dev.headgate.ledger.LedgerRestore;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One node with the production journal on a simulated disk, for tests that say when what is written, synced, lost and read. */
final class DurableNode {
    final TestingClock clock = new TestingClock();
    final SimulatedDisk disk;
    final TestingPolicy policy;
    private final Random random;
    private StepwiseJournal<LedgerRecord> journal;
    private Ledger ledger;
    LedgerAuthority authority;
    private long epoch;
    private long kernelBoot = 1;

    DurableNode(TestingPolicy policy, long seed) {
        this.policy = policy;
        random = new Random(seed);
        disk = new SimulatedDisk(random);
        journal = opened();
        ledger = new Ledger(this::append, kernelBoot);
        authority = begun();
    }

    private void append(LedgerRecord record) {
        journal.log().append(record.sequence(), record);
    }

    private StepwiseJournal<LedgerRecord> opened() {
        try {
            return StepwiseJournal.open(disk, LedgerRecordCodec::encode, random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LedgerAuthority begun() {
        epoch++;
        var begun = new LedgerAuthority(
                clock,
                epoch,
                () -> new NodeLoad.Observed(clock.bootNanos(), 100, 100, Map.of()),
                journal.log(),
                ledger);
        begun.recordBoot(epoch);
        sync();
        begun.pin(policy.pin());
        return begun;
    }

    /** The ledger as it is, not as anybody tells it. */
    Map<ScopeKey, Usage> usages() {
        return ledger.usages();
    }

    long held() {
        return authority.permits(PermitState.QUEUED)
                + authority.permits(PermitState.EXECUTING)
                + authority.permits(PermitState.UNCERTAIN);
    }

    /** Writes and syncs what is pending; false where the disk fails. */
    boolean sync() {
        try {
            while (journal.step()) {
                // Until nothing is left.
            }
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** The process ends at once and begins again under the same kernel boot. */
    void restart() {
        journal = opened();
        ledger = restored(journal.records(), kernelBoot);
        authority = begun();
    }

    /** The machine loses its power, and is up again after a while by its clocks. */
    void losePower(long uptimeMillis, long wallMillis) {
        disk.losePower();
        reboot(uptimeMillis, wallMillis);
    }

    /** As {@link #losePower}, where the disk has lost what it loses already. */
    void reboot(long uptimeMillis, long wallMillis) {
        clock.reboot(uptimeMillis, wallMillis);
        kernelBoot++;
        restart();
    }

    /** The ledger that a start makes of records. */
    Ledger restored(List<byte[]> records, long boot) {
        var restore = new LedgerRestore();
        try {
            for (byte[] record : records) {
                restore.replay(record);
            }
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
        return restore.finish(this::append, boot, clock.bootNanos(), clock.monotonicNanos(), clock.unixMillis());
    }

    /** The records that a start would find. */
    List<byte[]> recorded() {
        return opened().records();
    }

    /** Whether an answer has left the node, and how: empty, {@code durable} or {@code undurable}. */
    List<String> fate(Answer<?> answer) {
        List<String> fate = new ArrayList<>();
        if (answer.sequence() == 0) {
            fate.add("durable");
            return fate;
        }
        journal.log().whenDurable(answer.sequence(), new DurabilityListener() {
            @Override
            public void durable() {
                fate.add("durable");
            }

            @Override
            public void undurable() {
                fate.add("undurable");
            }
        });
        return fate;
    }

    Answer<Admitted> admit(String activationId) {
        return authority.admit(TestingNode.RUNTIME, new TestingRequest(activationId).build());
    }

    PermitView admitted(String activationId) {
        return TestingNode.permit(admit(activationId));
    }

    PermitView started(String activationId, String executor) {
        return TestingNode.given(
                authority.start(TestingNode.RUNTIME, admitted(activationId).permitId(), executor));
    }

    /** What each quota of a tenant, or of the node where it is null, says is used. */
    List<Long> used(@Nullable String tenant) {
        return TestingNode.given(authority.quota(TestingNode.ADMINISTRATOR, tenant)).stream()
                .map(Quota::used)
                .toList();
    }
}
