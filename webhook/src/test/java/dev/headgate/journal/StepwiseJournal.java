package dev.headgate.journal;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * A journal on a simulated disk, written when a simulation says so.
 *
 * @param <R> what is logged
 */
public final class StepwiseJournal<R> {
    private static final int SEGMENT = 1 << 16;

    private final JournalCore<R> core;
    private final List<byte[]> records;

    private StepwiseJournal(JournalCore<R> core, List<byte[]> records) {
        this.core = core;
        this.records = records;
    }

    /** Recovers what a disk holds, and goes on from there. */
    public static <R> StepwiseJournal<R> open(Disk disk, RecordEncoder<R> encoder, RandomGenerator random)
            throws IOException {
        try {
            Recovered recovered = Recovery.of(disk, random);
            return new StepwiseJournal<>(
                    JournalCore.open(disk, encoder, random, SEGMENT, recovered), recovered.records());
        } catch (UnreadableJournal e) {
            throw new AssertionError("a disk that loses only what was not synced looks damaged", e);
        }
    }

    /** What a reader makes of a disk on which something has decayed. */
    public enum Decay {
        /** It reads what was there. */
        HARMLESS,
        /** It stops. */
        REFUSED,
        /** It takes the last batch for one that was only being written. */
        CUT
    }

    /**
     * Flips one bit of a copy of a disk and reads that.
     *
     * @param choice which bit
     * @return what comes of it, or empty where there is nothing that could decay
     * @throws AssertionError if the reader reads something else than was there, or less than is known to have been whole
     */
    public static Optional<Decay> decayed(SimulatedDisk disk, long choice) {
        var random = new Random(choice);
        try {
            List<String> names = disk.list();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            String name = names.get(random.nextInt(names.size()));
            byte[] file = disk.read(name);
            int used = file.length;
            while (used > 0 && file[used - 1] == 0) {
                used--;
            }
            if (used == 0) {
                return Optional.empty();
            }
            Recovered whole = Recovery.of(disk, random);
            SimulatedDisk decayed = disk.copy();
            decayed.flip(name, random.nextInt(used), random.nextInt(8));
            return Optional.of(read(decayed, whole, random));
        } catch (UnreadableJournal e) {
            throw new AssertionError("a disk that loses only what was not synced looks damaged", e);
        } catch (IOException _) {
            // Nothing can be read of it now.
            return Optional.empty();
        }
    }

    private static Decay read(SimulatedDisk decayed, Recovered whole, Random random) throws IOException {
        Recovered found;
        try {
            found = Recovery.of(decayed, random);
        } catch (UnreadableJournal _) {
            return Decay.REFUSED;
        }
        long least = whole.provenThrough() - whole.firstSequence() + 1;
        int size = found.records().size();
        if (found.firstSequence() != whole.firstSequence()
                || size < least
                || size > whole.records().size()) {
            throw new AssertionError("read as " + found.firstSequence() + " and " + size + " more of " + whole);
        }
        for (int at = 0; at < size; at++) {
            if (!Arrays.equals(found.records().get(at), whole.records().get(at))) {
                throw new AssertionError("record " + (whole.firstSequence() + at) + " reads as another");
            }
        }
        return size == whole.records().size() ? Decay.HARMLESS : Decay.CUT;
    }

    /** What was recovered. */
    public List<byte[]> records() {
        return records;
    }

    /** The log. */
    public DurableLog<R> log() {
        return core;
    }

    /** Writes what is pending, or the header of an idle journal; says whether something is left. */
    public boolean step() throws IOException {
        if (pending()) {
            core.flush();
        } else if (core.idleHeaderDue()) {
            core.writeIdleHeader();
        }
        return pending() || core.idleHeaderDue();
    }

    private boolean pending() {
        try {
            return core.awaitPending(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
