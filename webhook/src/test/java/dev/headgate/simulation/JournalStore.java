package dev.headgate.simulation;

import dev.headgate.journal.DurableLog;
import dev.headgate.journal.SimulatedDisk;
import dev.headgate.journal.SimulatedDisk.PowerLost;
import dev.headgate.journal.StepwiseJournal;
import dev.headgate.journal.StepwiseJournal.Decay;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The production journal on a disk that loses, tears, reorders and fails. */
final class JournalStore implements NodeStore {
    private final SimulatedDisk disk;
    private final Random random;
    private final Chance chance;
    private final Coverage coverage;
    private @Nullable StepwiseJournal<LedgerRecord> journal;
    private boolean calm;

    JournalStore(Chance chance, Coverage coverage) {
        this.chance = chance;
        this.coverage = coverage;
        random = new Random(chance.next());
        disk = new SimulatedDisk(random);
    }

    @Override
    public List<byte[]> recover() {
        if (chance.oneIn(4)) {
            decay();
        }
        mayEndSoon();
        for (int tries = 0; ; tries++) {
            try {
                journal = StepwiseJournal.open(disk, LedgerRecordCodec::encode, random);
                return journal.records();
            } catch (IOException e) {
                // The process ends and is started again, until its disk works.
                coverage.count("start on a failing disk");
                if (tries > 3) {
                    trouble(Trouble.NONE);
                }
            } catch (PowerLost lost) {
                throw new Interrupted(powerLost());
            }
        }
    }

    /**
     * A bit of what is on the disk flips. What a reader makes of it is what was there, or a refusal; only the last batch may look
     * torn, while nothing behind it says that it was whole (design page 14). The flip is undone after that.
     */
    private void decay() {
        Optional<Decay> decay = StepwiseJournal.decayed(disk, chance.next());
        if (decay.isPresent()) {
            coverage.count(
                    switch (decay.get()) {
                        case HARMLESS -> "decay harmless";
                        case REFUSED -> "decay refused";
                        case CUT -> "decay cut as torn";
                    });
        }
    }

    private StepwiseJournal<LedgerRecord> open() {
        if (journal == null) {
            throw new IllegalStateException("the journal is not open");
        }
        return journal;
    }

    @Override
    public DurableLog<LedgerRecord> log() {
        return open().log();
    }

    @Override
    public boolean step() {
        mayEndSoon();
        try {
            return open().step();
        } catch (IOException e) {
            coverage.count("write failed");
            return true;
        } catch (PowerLost lost) {
            throw new Interrupted(powerLost());
        }
    }

    /** What ended it between two operations of the disk: the process alone, or the machine. */
    private boolean powerLost() {
        boolean power = chance.oneIn(2);
        coverage.count(power ? "power lost at the disk" : "killed at the disk");
        return power;
    }

    /** Now and then the power goes between any two operations of the disk. */
    private void mayEndSoon() {
        if (!calm && chance.oneIn(400)) {
            disk.losePowerAt(disk.operations() + chance.between(1, 6));
        }
    }

    @Override
    public void killed() {
        journal = null;
    }

    @Override
    public void powerLost(Chance of) {
        journal = null;
        disk.losePower();
    }

    @Override
    public void calm() {
        calm = true;
        disk.losePowerAt(Long.MAX_VALUE);
        trouble(Trouble.NONE);
    }

    @Override
    public void trouble(Trouble trouble) {
        disk.capacity(trouble == Trouble.FULL ? 0 : Long.MAX_VALUE);
        disk.fail(
                switch (trouble) {
                    case NONE, FULL -> null;
                    case FAILING_WRITES ->
                        (operation, _) ->
                                operation.equals("write") || operation.equals("create") ? new IOException("EIO") : null;
                    case FAILING_SYNCS ->
                        (operation, _) -> operation.startsWith("sync") ? new IOException("EIO") : null;
                });
    }
}
