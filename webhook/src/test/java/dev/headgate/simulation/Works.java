package dev.headgate.simulation;

import dev.headgate.ledger.PermitState;
import java.util.ArrayList;
import java.util.List;

/**
 * What really runs on a machine, whatever anybody's ledger says. No model of the ledger can be right that lets the capacity of
 * running work be granted again.
 */
final class Works {
    private final SimulatedMachine machine;
    private final EventQueue time;
    private final Coverage coverage;
    private final List<Work> running = new ArrayList<>();

    /** One piece of work; ends by itself at a reading of the monotonic clock, because timers sleep with the machine. */
    static final class Work {
        final String permitId;
        final String executor;
        private long endsByMonotonic;
        private boolean runs = true;

        private Work(String permitId, String executor, long endsByMonotonic) {
            this.permitId = permitId;
            this.executor = executor;
            this.endsByMonotonic = endsByMonotonic;
        }

        boolean runs() {
            return runs;
        }
    }

    Works(SimulatedMachine machine, EventQueue time, Coverage coverage) {
        this.machine = machine;
        this.time = time;
        this.coverage = coverage;
    }

    /** Work begins, and ends by itself after so long of the monotonic clock. */
    Work begin(String permitId, String executor, long nanos) {
        for (Work work : running) {
            if (work.permitId.equals(permitId)) {
                throw new AssertionError("two run under permit " + permitId + ": " + work.executor + ", " + executor);
            }
        }
        Work work = new Work(permitId, executor, machine.monotonicNanos() + Math.max(0, nanos));
        running.add(work);
        coverage.count("work begun");
        time.after(Math.max(0, nanos), () -> endInTime(work));
        return work;
    }

    private void endInTime(Work work) {
        long left = Math.max(work.endsByMonotonic - machine.monotonicNanos(), machine.asleepNanos());
        if (work.runs && left > 0) {
            time.after(left, () -> endInTime(work));
        } else {
            end(work);
        }
    }

    void end(Work work) {
        work.runs = false;
        running.remove(work);
    }

    /** The machine goes down. */
    void endAll() {
        running.forEach(work -> work.runs = false);
        running.clear();
    }

    /** Work that nobody waits for any more. */
    List<Work> running() {
        return List.copyOf(running);
    }

    boolean runs(String permitId) {
        return running.stream().anyMatch(work -> work.permitId.equals(permitId));
    }

    /** Invariant 14: what runs holds its capacity, or nothing is granted. */
    void check(ModelLedger model, boolean withholding) {
        for (Work work : running) {
            if (work.endsByMonotonic <= machine.monotonicNanos()) {
                // Its end has come, and only the event of it has not.
                continue;
            }
            ModelPermit permit = model.find(work.permitId);
            if (permit == null ? !withholding : permit.state == PermitState.SETTLED) {
                throw new AssertionError("work runs, and its capacity was given back: " + work.permitId + " until "
                        + work.endsByMonotonic + ", now " + machine.monotonicNanos() + " (boot " + machine.bootNanos()
                        + ") " + permit);
            }
        }
    }

    /** Something was just granted. */
    void capacityGranted(ModelLedger model) {
        check(model, false);
    }
}
