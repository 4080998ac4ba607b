package dev.headgate.simulation;

import dev.headgate.journal.DurableLog;
import dev.headgate.ledger.LedgerRecord;
import java.util.List;

/** Where a simulated node keeps its records, and what can happen to it there. */
interface NodeStore {

    /** Reads what a start of the process finds, and opens the log behind it. */
    List<byte[]> recover();

    /** The log of the running process. */
    DurableLog<LedgerRecord> log();

    /**
     * Does the next piece of work of the log, if there is any.
     *
     * @return whether there is more
     */
    boolean step();

    /** The process ends; what it wrote stays with the system. */
    void killed();

    /** The machine loses its power; of what was not synced, anything may be gone. */
    void powerLost(Chance chance);

    /** From now on things fail, or work again. */
    void trouble(Trouble trouble);

    /** From now on nothing goes wrong any more. */
    void calm();

    /** How a disk may fare. */
    enum Trouble {
        NONE,
        FULL,
        FAILING_WRITES,
        FAILING_SYNCS
    }

    /** Thrown out of a step: the process or the machine ended within it. */
    final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final boolean powerLost;

        Interrupted(boolean powerLost) {
            super("simulated", null, false, false);
            this.powerLost = powerLost;
        }

        boolean powerLost() {
            return powerLost;
        }
    }
}
