package dev.headgate.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.reliability.Reached;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Small logs, damaged in every place, and small disks, failing at every operation. {@code -Dheadgate.damage.cases} makes it
 * longer.
 */
class JournalDamageTest {
    private static final long CASES = Long.getLong("headgate.damage.cases", 1_000_000);
    private static final int SEGMENT = 1 << 16;
    private static final int SECTOR = 512;

    /** Files that are only read. */
    private static final class ReadOnly implements Disk {
        private final Map<String, byte[]> files = new TreeMap<>();

        @Override
        public List<String> list() {
            return List.copyOf(files.keySet());
        }

        @Override
        public byte[] read(String name) {
            return files.getOrDefault(name, new byte[0]);
        }

        @Override
        public Handle create(String name, int size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void syncDirectory() {
            throw new UnsupportedOperationException();
        }
    }

    /** A log that was written, ended and opened a few times, with the room behind its last byte cut short. */
    private static ReadOnly log(Random random) throws IOException {
        var disk = new SimulatedDisk(random);
        long next = 1;
        int lives = 1 + random.nextInt(3);
        for (int life = 0; life < lives; life++) {
            JournalCore<String> journal = open(disk, random);
            int batches = 1 + random.nextInt(4);
            for (int batch = 0; batch < batches; batch++) {
                int records = 1 + random.nextInt(4);
                for (int record = 0; record < records; record++) {
                    journal.append(next, next + ":" + "x".repeat(random.nextInt(120)));
                    next++;
                }
                journal.flush();
            }
            if (life == lives - 1 || random.nextBoolean()) {
                journal.writeIdleHeader();
            }
        }
        var log = new ReadOnly();
        for (String name : disk.list()) {
            byte[] file = disk.read(name);
            log.files.put(name, Arrays.copyOf(file, used(file) + 40));
        }
        return log;
    }

    private static JournalCore<String> open(Disk disk, Random random) throws IOException {
        try {
            return JournalCore.open(
                    disk, text -> text.getBytes(StandardCharsets.UTF_8), random, SEGMENT, Recovery.of(disk, random));
        } catch (UnreadableJournal e) {
            throw new AssertionError(e);
        }
    }

    private static int used(byte[] file) {
        int used = file.length;
        while (used > 0 && file[used - 1] == 0) {
            used--;
        }
        return used;
    }

    @Test
    void damageAnywhereStopsTheReaderOrIsReadAsAPrefixAndNeverAsSomethingElse() throws Exception {
        long cases = 0;
        long refused = 0;
        long cut = 0;
        for (int number = 0; cases < CASES; number++) {
            Random random = new Random(number);
            ReadOnly log = log(random);
            Recovered whole = Recovery.of(log, random);
            for (String name : log.list()) {
                byte[] file = log.read(name);
                int used = used(file);
                boolean last = name.equals(log.list().getLast());
                for (int at = 0; at < used; at++) {
                    for (int bit = 0; bit < 8; bit++) {
                        file[at] ^= (byte) (1 << bit);
                        int found = read(log, whole, random);
                        // One bit spares the witness behind what it spoils, or spoils the witness alone.
                        assertThat(found == -1 || found == whole.records().size())
                                .as("log %d, %s, byte %d, bit %d: %d records", number, name, at, bit, found)
                                .isTrue();
                        file[at] ^= (byte) (1 << bit);
                        cases++;
                        refused += found == -1 ? 1 : 0;
                    }
                }
                for (int from = 0; from < used; from += 7) {
                    for (int length : new int[] {1, 64, SECTOR}) {
                        byte[] kept = file.clone();
                        Arrays.fill(file, from, Math.min(file.length, from + length), (byte) 0);
                        int found = read(log, whole, random);
                        if (!last || from + length <= used - SegmentFormat.BATCH_HEADER) {
                            assertThat(found == -1 || found == whole.records().size())
                                    .as("log %d, %s, %d zeros from %d: %d records", number, name, length, from, found)
                                    .isTrue();
                        }
                        System.arraycopy(kept, 0, file, 0, kept.length);
                        cases++;
                        refused += found == -1 ? 1 : 0;
                    }
                }
                for (int length = 0; length < used; length++) {
                    log.files.put(name, Arrays.copyOf(file, length));
                    int found = read(log, whole, random);
                    assertThat(last || found == -1 || found == whole.records().size())
                            .as("log %d, %s, cut at %d: %d records", number, name, length, found)
                            .isTrue();
                    cases++;
                    cut += found >= 0 && found < whole.records().size() ? 1 : 0;
                }
                log.files.put(name, file);
            }
        }
        assertThat(refused).isGreaterThan(cases / 2);
        assertThat(cut).isPositive();
        Reached.note("journal-damage", "%,d cases, %,d refused".formatted(cases, refused), JournalDamageTest.class);
    }

    /** How many records were read, or -1 where the reader stopped; never another record than was written. */
    private static int read(ReadOnly log, Recovered whole, Random random) throws IOException {
        Recovered found;
        try {
            found = Recovery.of(log, random);
        } catch (UnreadableJournal _) {
            return -1;
        }
        List<byte[]> records = found.records();
        boolean prefix = records.size() <= whole.records().size()
                && (records.isEmpty() || found.firstSequence() == whole.firstSequence());
        for (int at = 0; prefix && at < records.size(); at++) {
            prefix = Arrays.equals(records.get(at), whole.records().get(at));
        }
        assertThat(prefix).as("something else than was written").isTrue();
        return records.size();
    }

    /** How an operation can fail. */
    private enum Failure {
        ONCE,
        FOR_A_WHILE
    }

    @Test
    void aFailureOfAnyOperationLosesNoDurableRecordAndIsOvercome() throws IOException {
        int failures = 0;
        for (Failure failure : Failure.values()) {
            for (long operation = 1; ; operation++) {
                int lasts = failure == Failure.ONCE ? 1 : 7;
                if (!failsAt(operation, lasts)) {
                    break;
                }
                failures++;
            }
        }
        assertThat(failures).isGreaterThan(100);
        Reached.note(
                "journal-failures",
                "%,d operations, each failing once and 7 times".formatted(failures / 2),
                JournalDamageTest.class);
    }

    /** False if there were not so many operations. */
    private static boolean failsAt(long operation, int lasts) throws IOException {
        Random random = new Random(operation);
        var disk = new SimulatedDisk(random);
        boolean[] failed = new boolean[1];
        disk.fail((_, number) -> {
            boolean fails = number >= operation && number < operation + lasts;
            failed[0] |= fails;
            return fails ? new IOException("EIO") : null;
        });
        JournalCore<String> journal = null;
        for (int tries = 0; journal == null; tries++) {
            assertThat(tries).isLessThan(20);
            try {
                journal = open(disk, random);
            } catch (IOException _) {
                // The process ends, and is started again.
            }
        }
        List<Long> promised = new ArrayList<>();
        long next = 1;
        for (int turn = 0; turn < 25; turn++) {
            for (int record = 0; record < 2; record++) {
                long sequence = next++;
                journal.append(sequence, sequence + ":" + "y".repeat(6_000));
                journal.whenDurable(sequence, new DurabilityListener() {
                    @Override
                    public void durable() {
                        promised.add(sequence);
                    }

                    @Override
                    public void undurable() {
                        // Nobody was promised anything.
                    }
                });
            }
            if (turn % 9 == 8) {
                journal.release(Math.max(1, journal.durableSequence() - 4));
            }
            flush(journal);
        }
        for (int tries = 0; journal.durableSequence() < next - 1; tries++) {
            assertThat(tries).as("overcome, operation %d", operation).isLessThan(20);
            flush(journal);
        }
        disk.fail(null);
        assertThat(journal.available()).isTrue();
        // With the disk it works again as if nothing had been.
        journal.append(next, next + ":");
        next++;
        journal.release(journal.durableSequence());
        journal.flush();
        assertThat(disk.list()).hasSizeLessThan(4);
        disk.losePower();
        Recovered found = recovered(disk, random);
        assertThat(found.nextSequence()).as("operation %d", operation).isEqualTo(next);
        assertThat(promised).allMatch(sequence -> sequence < found.nextSequence());
        return failed[0];
    }

    private static Recovered recovered(Disk disk, Random random) throws IOException {
        try {
            return Recovery.of(disk, random);
        } catch (UnreadableJournal e) {
            throw new AssertionError(e);
        }
    }

    private static void flush(JournalCore<String> journal) {
        try {
            journal.flush();
        } catch (IOException _) {
            // It is tried again, elsewhere.
        }
    }

    @Test
    void anEndAtAnyOperationKeepsEveryDurableRecordInWhateverRemains() throws IOException {
        int ends = 0;
        for (int variant = 0; variant < 18; variant++) {
            for (long operation = 1; endsAt(operation, variant); operation++) {
                ends++;
            }
        }
        assertThat(ends).isGreaterThanOrEqualTo(1_000);
        Reached.note("journal-ends", "%,d ends, of process or power".formatted(ends), JournalDamageTest.class);
    }

    /** False if there were not so many operations. */
    private static boolean endsAt(long operation, int variant) throws IOException {
        Random random = new Random(operation * 100 + variant);
        var disk = new SimulatedDisk(random);
        boolean powerGoes = variant % 3 != 0;
        disk.losePowerAt(operation);
        long[] durable = new long[1];
        boolean ended = false;
        try {
            JournalCore<String> journal = open(disk, random);
            long next = 1;
            for (int turn = 0; turn < 20; turn++) {
                int records = 1 + (turn + variant) % 3;
                for (int record = 0; record < records; record++) {
                    journal.append(next, next + ":" + "z".repeat(random.nextInt(14_000)));
                    next++;
                }
                journal.flush();
                durable[0] = journal.durableSequence();
                if (turn % 4 == 3) {
                    journal.writeIdleHeader();
                    journal.release(Math.max(1, durable[0] - 2));
                }
            }
        } catch (SimulatedDisk.PowerLost _) {
            ended = true;
        }
        disk.losePowerAt(Long.MAX_VALUE);
        if (powerGoes) {
            disk.losePower();
        }
        Recovered found = recovered(disk, random);
        assertThat(found.nextSequence())
                .as("operation %d, variant %d", operation, variant)
                .isGreaterThan(durable[0]);
        // A start writes the readable tail anew, and may lose its power right after that, too.
        JournalCore<String> again = open(disk, random);
        disk.losePower();
        assertThat(recovered(disk, random).nextSequence())
                .isEqualTo(found.nextSequence())
                .isEqualTo(again.durableSequence() + 1);
        return ended;
    }
}
