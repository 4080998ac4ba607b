package dev.headgate.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.TestingClock;
import dev.headgate.authority.TestingNode;
import dev.headgate.journal.FileDisk;
import dev.headgate.journal.JournalCore;
import dev.headgate.journal.Recovered;
import dev.headgate.journal.Recovery;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import dev.headgate.ledger.LedgerRestore;
import dev.headgate.ledger.PermitState;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start of a node that held many permits, from the files to the ledger. How long it took is told, and not asserted. */
class ManyPermitsTest {
    private static final int PERMITS = 10_000;
    private static final int SEGMENT = 16 << 20;

    @TempDir
    private Path folder;

    private final TestingClock clock = new TestingClock();
    private final Random random = new Random(1);

    private JournalCore<LedgerRecord> open(FileDisk disk, Recovered recovered) throws Exception {
        return JournalCore.open(disk, LedgerRecordCodec::encode, random, SEGMENT, recovered);
    }

    private LedgerAuthority authority(long epoch, JournalCore<LedgerRecord> log, Ledger ledger) {
        return new LedgerAuthority(
                clock, epoch, () -> new NodeLoad.Observed(clock.bootNanos(), 100, 100, Map.of()), log, ledger);
    }

    @Test
    void everyPermitOfTenThousandComesBack() throws Exception {
        FileDisk disk = FileDisk.in(folder.resolve("journal"));
        JournalCore<LedgerRecord> first = open(disk, Recovery.of(disk, random));
        LedgerAuthority before = authority(1, first, new Ledger(record -> first.append(record.sequence(), record), 1));
        before.pin(new TestingPolicy().pin());
        for (int number = 0; number < PERMITS; number++) {
            assertThat(before.admit(TestingNode.RUNTIME, new TestingRequest("activation-" + number).build()))
                    .isInstanceOf(Answer.Given.class);
            if (number % 500 == 0) {
                first.flush();
            }
        }
        first.flush();
        first.close();

        long began = System.nanoTime();
        Recovered recovered = Recovery.of(disk, random);
        var restore = new LedgerRestore();
        for (byte[] record : recovered.records()) {
            restore.replay(record);
        }
        JournalCore<LedgerRecord> second = open(disk, recovered);
        LedgerAuthority after = authority(
                2,
                second,
                restore.finish(
                        record -> second.append(record.sequence(), record),
                        1,
                        clock.bootNanos(),
                        clock.monotonicNanos(),
                        clock.unixMillis()));
        after.recordBoot(2);
        second.flush();
        long millis = (System.nanoTime() - began) / 1_000_000;

        assertThat(after.permits(PermitState.QUEUED)).isEqualTo(PERMITS);
        after.pin(new TestingPolicy().pin());
        Answer<Admitted> next = after.admit(TestingNode.RUNTIME, new TestingRequest("after").build());
        assertThat(next).isInstanceOf(Answer.Given.class);
        second.close();
        Reached.note("recovery", "%,d permits in %,d ms".formatted(PERMITS, millis), ManyPermitsTest.class);
    }
}
