package dev.headgate.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalCoreTest {
    private static final int SEGMENT = 1 << 16;

    private final Random random = new Random(7);
    private final SimulatedDisk disk = new SimulatedDisk(random);

    private Recovered recovered() {
        return recovered(disk);
    }

    private Recovered recovered(Disk of) {
        try {
            return Recovery.of(of, random);
        } catch (IOException | UnreadableJournal e) {
            throw new AssertionError(e);
        }
    }

    private JournalCore<String> open() {
        try {
            return JournalCore.open(disk, text -> text.getBytes(StandardCharsets.UTF_8), random, SEGMENT, recovered());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> texts(Recovered recovered) {
        return recovered.records().stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    private static void write(JournalCore<String> journal, String... records) throws IOException {
        for (String record : records) {
            journal.append(Long.parseLong(record.replaceAll("\\D.*", "")), record);
        }
        journal.flush();
    }

    /** Listens, and remembers what was said. */
    private static final class Ear implements DurabilityListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void durable() {
            heard.add("durable");
        }

        @Override
        public void undurable() {
            heard.add("undurable");
        }
    }

    @Test
    void whatWasFlushedIsThereAfterALossOfPower() throws IOException {
        write(open(), "1", "2", "3");
        disk.losePower();

        assertThat(texts(recovered())).containsExactly("1", "2", "3");
    }

    @Test
    void nothingIsDurableBeforeItIsSynced() throws IOException {
        JournalCore<String> journal = open();
        var ear = new Ear();
        journal.append(1, "1");
        journal.whenDurable(1, ear);
        assertThat(journal.durableSequence()).isZero();
        assertThat(ear.heard).isEmpty();

        journal.flush();
        assertThat(journal.durableSequence()).isEqualTo(1);
        assertThat(ear.heard).containsExactly("durable");
    }

    @Test
    void manyRecordsTakeOneSync() throws IOException {
        JournalCore<String> journal = open();
        long before = disk.operations();
        write(journal, "1", "2", "3", "4", "5", "6", "7", "8");

        assertThat(disk.operations() - before).isEqualTo(2);
    }

    @Test
    void aFailedSyncTellsAndIsNeverTakenForOneThatWorked() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1");
        var ear = new Ear();
        journal.append(2, "2");
        journal.whenDurable(2, ear);
        disk.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
        assertThatThrownBy(journal::flush).hasMessage("EIO");
        assertThat(ear.heard).containsExactly("undurable");
        assertThat(journal.available()).isFalse();
        assertThat(journal.durableSequence()).isEqualTo(1);

        disk.fail(null);
        journal.flush();
        assertThat(journal.available()).isTrue();
        assertThat(journal.durableSequence()).isEqualTo(2);
        disk.losePower();
        assertThat(texts(recovered())).containsExactly("1", "2");
    }

    @Test
    void aFullDiskRefusesUntilThereIsRoomAndLosesNothing() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1");
        disk.capacity(0);
        journal.append(2, "2" + "x".repeat(SEGMENT));
        assertThatThrownBy(journal::flush).hasMessageContaining("No space");
        assertThat(journal.available()).isFalse();

        disk.capacity(Long.MAX_VALUE);
        journal.flush();
        assertThat(journal.available()).isTrue();
        disk.losePower();
        assertThat(recovered().nextSequence()).isEqualTo(3);
    }

    @Test
    void segmentsFollowOneAnotherAndGoWhenNobodyNeedsThem() throws IOException {
        JournalCore<String> journal = open();
        String filler = "x".repeat(10_000);
        for (int n = 1; n <= 60; n++) {
            write(journal, n + filler);
        }
        assertThat(disk.list()).hasSizeGreaterThan(5);
        assertThat(journal.wantsRewrite(10)).isTrue();

        journal.release(journal.durableSequence() + 1);
        write(journal, "61");
        assertThat(disk.list()).hasSize(1);
        assertThat(journal.wantsRewrite(10)).isFalse();
        Recovered recovered = recovered();
        assertThat(recovered.nextSequence()).isEqualTo(62);
        assertThat(texts(recovered)).endsWith("61");
    }

    @Test
    void oldSegmentsStayUntilWhatReplacesThemIsDurable() throws IOException {
        JournalCore<String> journal = open();
        String filler = "x".repeat(10_000);
        for (int n = 1; n <= 12; n++) {
            write(journal, n + filler);
        }
        int before = disk.list().size();
        journal.append(13, "13");
        journal.release(13);
        disk.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
        assertThatThrownBy(journal::flush).hasMessage("EIO");

        assertThat(disk.list().size()).isGreaterThanOrEqualTo(before);
        disk.losePower();
        assertThat(recovered().nextSequence()).isGreaterThanOrEqualTo(13);
    }

    @Test
    void oldSegmentsStayWhileWhatReplacesThemIsAppendedDuringASync() throws IOException {
        JournalCore<String> journal = open();
        String filler = "x".repeat(10_000);
        for (int n = 1; n <= 12; n++) {
            write(journal, n + filler);
        }
        int before = disk.list().size();
        boolean[] once = new boolean[1];
        disk.fail((operation, _) -> {
            if (operation.equals("sync") && !once[0]) {
                once[0] = true;
                journal.append(14, "14");
                journal.release(14);
            }
            return null;
        });
        journal.append(13, "13");
        journal.flush();
        assertThat(journal.durableSequence()).isEqualTo(13);
        assertThat(disk.list()).hasSize(before);

        journal.flush();
        assertThat(disk.list()).hasSizeLessThan(before);
    }

    @Test
    void openingAgainGoesOnWhereTheLogEnded() throws IOException {
        write(open(), "1", "2");
        disk.losePower();
        write(open(), "3");
        disk.losePower();
        write(open(), "4");

        assertThat(texts(recovered())).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aCrashAtAnyOperationKeepsEveryRecordThatWasDurableAndStartsAgain() throws IOException {
        for (long crash = 1; crash < 120; crash++) {
            for (int variant = 0; variant < 6; variant++) {
                var local = new SimulatedDisk(new Random(crash * 31 + variant));
                assertThat(crashAndRecover(local, crash, variant)).isTrue();
            }
        }
    }

    private boolean crashAndRecover(SimulatedDisk local, long crash, int variant) throws IOException {
        var choices = new Random(crash * 17 + variant);
        long promised = 0;
        local.losePowerAt(crash);
        long next = 1;
        for (int life = 0; life < 3; life++) {
            try {
                Recovered found = recovered(local);
                assertThat(found.nextSequence())
                        .as("crash %d variant %d", crash, variant)
                        .isGreaterThan(promised);
                for (int at = 0; at < found.records().size(); at++) {
                    assertThat(new String(found.records().get(at), StandardCharsets.UTF_8))
                            .startsWith((found.firstSequence() + at) + ":");
                }
                JournalCore<String> journal =
                        JournalCore.open(local, text -> text.getBytes(StandardCharsets.UTF_8), choices, SEGMENT, found);
                next = found.nextSequence();
                for (int turn = 0; turn < 12; turn++) {
                    int some = 1 + choices.nextInt(3);
                    for (int n = 0; n < some; n++) {
                        journal.append(next, next + ":" + "y".repeat(choices.nextInt(12_000)));
                        next++;
                    }
                    if (choices.nextInt(8) == 0) {
                        local.fail((operation, _) ->
                                operation.equals("sync") || operation.equals("create") ? new IOException("EIO") : null);
                    }
                    try {
                        journal.flush();
                    } catch (IOException _) {
                        local.fail(null);
                    }
                    promised = Math.max(promised, journal.durableSequence());
                    if (choices.nextInt(4) == 0 && journal.idleHeaderDue()) {
                        try {
                            journal.writeIdleHeader();
                        } catch (IOException _) {
                            local.fail(null);
                        }
                    }
                    local.fail(null);
                    if (choices.nextInt(6) == 0) {
                        journal.release(Math.max(1, journal.durableSequence() - 3));
                    }
                }
            } catch (SimulatedDisk.PowerLost _) {
                // The next life reads what is left.
            }
            local.fail(null);
            local.losePower();
            local.losePowerAt(local.operations() + 1 + choices.nextInt(40));
        }
        local.losePowerAt(Long.MAX_VALUE);
        return recovered(local).nextSequence() > promised;
    }

    @Test
    void aBitThatFlipsInWhatWasOnTheDiskStopsTheNodeOrChangesNothing() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1 one", "2 two");
        write(journal, "3 three");
        journal.writeIdleHeader();
        String name = disk.list().getFirst();
        int used = usedBytes(name);
        for (int at = 0; at < used; at++) {
            for (int bit = 0; bit < 8; bit += 3) {
                SimulatedDisk hurt = disk.copy();
                hurt.flip(name, at, bit);
                assertThat(allOrUnreadable(hurt)).as("byte %d bit %d", at, bit).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 512})
    void zeroedBytesOfWhatWasOnTheDiskStopTheNodeOrChangeNothing(int length) throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1 one", "2 two");
        write(journal, "3 " + "three".repeat(200));
        journal.writeIdleHeader();
        String name = disk.list().getFirst();
        int used = usedBytes(name);
        // The empty batch at the end is the witness of those before it, so it is left whole.
        for (int at = 0; at + length <= used - SegmentFormat.BATCH_HEADER; at++) {
            SimulatedDisk hurt = disk.copy();
            hurt.zero(name, at, length);
            assertThat(allOrUnreadable(hurt)).as("from %d", at).isTrue();
        }
    }

    @Test
    void aLogThatIsCutAnywhereGivesAPrefixOrStopsTheNode() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1 one", "2 two");
        write(journal, "3 three");
        String name = disk.list().getFirst();
        for (int length = 0; length <= usedBytes(name); length++) {
            SimulatedDisk hurt = disk.copy();
            hurt.truncate(name, length);
            try {
                List<String> found = texts(Recovery.of(hurt, random));
                assertThat(List.of("1 one", "2 two", "3 three").subList(0, found.size()))
                        .isEqualTo(found);
            } catch (UnreadableJournal refused) {
                assertThat(refused).hasMessageContaining(name).hasMessageContaining("headgate journal inspect");
            }
        }
    }

    @Test
    void everySubsetOfTheSectorsOfAnUnsyncedBatchLetsTheNodeStartWithEveryDurableRecord() throws IOException {
        for (int subset = 0; subset < 64; subset++) {
            var local = new SimulatedDisk(new Random(subset));
            JournalCore<String> journal = JournalCore.open(
                    local, text -> text.getBytes(StandardCharsets.UTF_8), random, SEGMENT, recovered(local));
            journal.append(1, "1");
            journal.flush();
            journal.append(2, "2" + "z".repeat(2_500));
            local.fail((operation, _) -> operation.equals("sync") ? new IOException("EIO") : null);
            assertThatThrownBy(journal::flush).hasMessage("EIO");
            local.fail(null);
            int kept = subset;
            local.losePower((_, sector) -> kept >> (sector % 6) & 1);

            Recovered found = recovered(local);
            assertThat(texts(found)).startsWith("1");
            JournalCore<String> again =
                    JournalCore.open(local, text -> text.getBytes(StandardCharsets.UTF_8), random, SEGMENT, found);
            again.append(found.nextSequence(), "next");
            again.flush();
            local.losePower();
            assertThat(texts(recovered(local))).startsWith("1").endsWith("next");
        }
    }

    @Test
    void aNewerVersionIsRefusedAndTouchesNothing() throws IOException {
        write(open(), "1");
        String name = disk.list().getFirst();
        byte[] file = disk.read(name);
        java.nio.ByteBuffer.wrap(file).putInt(4, 2);
        var crc = new java.util.zip.CRC32C();
        crc.update(file, 0, SegmentFormat.SEGMENT_HEADER - 4);
        java.nio.ByteBuffer.wrap(file).putInt(SegmentFormat.SEGMENT_HEADER - 4, (int) crc.getValue());
        var newer = new SimulatedDisk(random);
        try (Disk.Handle handle = newer.create(name, file.length)) {
            handle.write(0, java.nio.ByteBuffer.wrap(file));
        }

        assertThatThrownBy(() -> Recovery.of(newer, random))
                .isInstanceOf(UnreadableJournal.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("reads version 1");
        assertThat(newer.read(name)).isEqualTo(file);
    }

    @Test
    void anOldestSegmentThatLostItsHeaderStopsTheNode() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1", "2");
        journal.writeIdleHeader();
        write(open(), "3");
        disk.zero(disk.list().getFirst(), 0, SegmentFormat.SEGMENT_HEADER);

        assertThatThrownBy(() -> Recovery.of(disk, random))
                .isInstanceOf(UnreadableJournal.class)
                .hasMessageContaining(disk.list().getFirst());
    }

    @Test
    void aSegmentWhoseBeginningFailedGoesBeforeAnyThatIsOlder() throws IOException {
        JournalCore<String> journal = open();
        write(journal, "1");
        disk.fail((operation, _) ->
                operation.equals("syncDirectory") || operation.equals("delete") ? new IOException("EIO") : null);
        journal.append(2, "2" + "x".repeat(SEGMENT - 100));
        assertThatThrownBy(journal::flush).hasMessage("EIO");
        disk.fail(null);
        String filler = "x".repeat(20_000);
        for (int n = 3; n <= 12; n++) {
            write(journal, n + filler);
        }
        journal.release(journal.durableSequence() + 1);
        write(journal, "13");

        assertThat(disk.list()).hasSizeLessThan(3);
        assertThat(recovered().nextSequence()).isEqualTo(14);
    }

    @Test
    void aMissingSegmentInTheMiddleStopsTheNode() throws IOException {
        JournalCore<String> journal = open();
        String filler = "x".repeat(10_000);
        for (int n = 1; n <= 20; n++) {
            write(journal, n + filler);
        }
        disk.delete(disk.list().get(1));

        assertThatThrownBy(() -> Recovery.of(disk, random)).isInstanceOf(UnreadableJournal.class);
    }

    private int usedBytes(String name) throws IOException {
        byte[] file = disk.read(name);
        int used = file.length;
        while (used > 0 && file[used - 1] == 0) {
            used--;
        }
        return used;
    }

    private boolean allOrUnreadable(Disk hurt) throws IOException {
        try {
            return Recovery.of(hurt, random).records().size() == 3;
        } catch (UnreadableJournal _) {
            return true;
        }
    }
}
