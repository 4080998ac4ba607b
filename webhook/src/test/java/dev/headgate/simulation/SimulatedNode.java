package dev.headgate.simulation;

import dev.headgate.admission.NodeLoad;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.journal.DurabilityListener;
import dev.headgate.journal.DurableLog;
import dev.headgate.journal.MemoryLog;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import dev.headgate.ledger.LedgerRestore;
import dev.headgate.ledger.PermitState;
import dev.headgate.simulation.Call.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One machine with one node endpoint on it: the production core from clock to disk, started, stopped, killed and cut off in one
 * thread. What its shell does between the core and the network is done here: the gate in front of answers, the turns, the start.
 */
final class SimulatedNode {
    static final long MILLI = 1_000_000L;

    final int number;
    final SimulatedMachine machine;
    final Works works;
    private final EventQueue time;
    private final Chance chance;
    private final Coverage coverage;
    private final Trace trace;
    private final Rhythm rhythm;
    /** Null where permits are kept in memory only. */
    private final @Nullable NodeStore store;

    /** What else of the machine ends with its power. */
    final List<Runnable> whenPowerGoes = new ArrayList<>();

    private final Records records = new Records();
    private @Nullable CheckedNode process;
    private @Nullable DurableLog<LedgerRecord> log;
    private @Nullable LedgerAuthority authority;
    private @Nullable SimulatedPolicy policy;
    private ModelLedger model = new ModelLedger();
    private NodeState state = new NodeState(new Ledger(_ -> {}, 0), 0);
    private long bootEpoch;
    private long incarnation;
    private boolean cleanlyEnded = true;
    private boolean storeAtWork;
    private boolean calm;

    SimulatedNode(
            int number,
            EventQueue time,
            Chance chance,
            Coverage coverage,
            Trace trace,
            Rhythm rhythm,
            @Nullable NodeStore store) {
        this.number = number;
        this.time = time;
        this.chance = chance;
        this.coverage = coverage;
        this.trace = trace;
        this.rhythm = rhythm;
        this.store = store;
        machine = new SimulatedMachine(time, number, chance.split());
        works = new Works(machine, time, coverage);
    }

    boolean up() {
        return process != null;
    }

    boolean withholds() {
        return process == null || process.withholding() || process.policy == null || process.shuttingDown;
    }

    ModelLedger model() {
        return model;
    }

    boolean journaled() {
        return store != null;
    }

    // Life of the process.

    /** Starts the process and everything it does by itself. */
    void start() {
        if (process != null) {
            return;
        }
        bootEpoch++;
        incarnation++;
        storeAtWork = false;
        try {
            if (store == null) {
                startEmpty();
            } else {
                startFrom(store);
            }
        } catch (NodeStore.Interrupted interrupted) {
            coverage.count("ended while recovering");
            ended(interrupted.powerLost());
            return;
        }
        long started = incarnation;
        trace.add(bootEpoch);
        every(started, 400, 1_500, () -> checked().due());
        every(started, 200, 900, () -> checked().rewrite());
        // A node may be long without a policy, where the API server is away.
        time.after(chance.oneIn(4) ? chance.between(1, 60_000) * MILLI : MILLI, () -> {
            if (started == incarnation && process != null && policy != null) {
                pin(policy);
            }
        });
    }

    private void startEmpty() {
        coverage.count(cleanlyEnded ? "clean start" : "unclean start");
        var memory = new MemoryLog<LedgerRecord>();
        var recording = new RecordingLog(memory, 0);
        var ledger = new Ledger(record -> recording.append(record.sequence(), record), machine.bootId());
        model = new ModelLedger();
        run(recording, ledger, new Records());
        if (!cleanlyEnded) {
            long longest = SimulatedPolicy.longestBoundMillis() * MILLI;
            authority().withholdFor(longest);
            checked().withheldUntilBoot = machine.bootNanos() + longest;
            checked().withheldUntilMonotonic = machine.monotonicNanos() + longest;
        }
        cleanlyEnded = false;
    }

    private void startFrom(NodeStore disk) {
        List<byte[]> found = disk.recover();
        var restore = new LedgerRestore();
        try {
            for (byte[] record : found) {
                restore.replay(record);
            }
        } catch (MalformedRecord e) {
            throw new AssertionError("an intact log does not replay", e);
        }
        long last = restore.lastSequence();
        coverage.count("recovery");
        if (!found.isEmpty() && restore.permits() > 0) {
            coverage.count("replay");
        }
        if (last < records.last()) {
            coverage.count("tail lost");
        }
        if (restore.highestFencingToken() >= bootEpoch << 40) {
            throw new AssertionError("a token of a start to come");
        }
        var recording = new RecordingLog(disk.log(), last);
        var ledger = restore.finish(
                record -> recording.append(record.sequence(), record),
                machine.bootId(),
                machine.bootNanos(),
                machine.monotonicNanos(),
                machine.unixMillis());
        model = new Recovery(machine, coverage).model(records.recovered(last), ledger);
        run(recording, ledger, records);
        checked().settle("a recovery");
        authority().recordBoot(bootEpoch);
        checked().settle("a start");
        // The record of the start precedes the first request.
        for (int turn = 0; disk.log().durableSequence() < recording.last(); turn++) {
            if (turn == 1_000) {
                throw new AssertionError("the record of a start does not become durable");
            }
            disk.step();
        }
        records.promise(recording.last());
        records.under(machine.bootId());
    }

    private void run(RecordingLog recording, Ledger ledger, Records kept) {
        log = recording;
        long before = state.highestToken();
        state = new NodeState(ledger, before);
        authority = new LedgerAuthority(machine, bootEpoch, this::load, recording, ledger);
        process = new CheckedNode(machine, authority(), recording, model, kept, state, coverage);
    }

    private NodeLoad load() {
        // Whoever waits for the exclusion lets time pass.
        if (!calm) {
            time.pass(chance.oneIn(30) ? chance.between(1, 2_000) * MILLI : chance.below(20_000));
        }
        CheckedNode node = checked();
        long boot = machine.bootNanos();
        if (calm || !chance.oneIn(25)) {
            node.load = new NodeLoad.Observed(boot, 100, 100, Map.of());
        } else {
            node.load = switch (chance.below(5)) {
                case 0 -> new NodeLoad.Unavailable();
                case 1 -> new NodeLoad.Observed(boot + MILLI, 100, 100, Map.of());
                case 2 -> new NodeLoad.Observed(boot - 6_000 * MILLI, 100, 100, Map.of());
                default -> new NodeLoad.Observed(boot, 950, 100, Map.of());
            };
        }
        return node.load;
    }

    private CheckedNode checked() {
        if (process == null) {
            throw new IllegalStateException("the node is down");
        }
        return process;
    }

    private LedgerAuthority authority() {
        if (authority == null) {
            throw new IllegalStateException("the node is down");
        }
        return authority;
    }

    /** Ends the process at once, with the machine or without it. */
    void ended(boolean powerLost) {
        incarnation++;
        process = null;
        authority = null;
        log = null;
        coverage.count(powerLost ? "power lost" : "killed");
        if (store != null) {
            if (powerLost) {
                store.powerLost(chance);
            } else {
                store.killed();
            }
        }
        if (powerLost) {
            works.endAll();
            whenPowerGoes.forEach(Runnable::run);
            machine.reboot(chance.between(1, 60_000) * MILLI);
            if (chance.oneIn(3)) {
                // Its battery was empty, or somebody set it.
                machine.jumpWall(chance.between(-3_600_000, 3_600_000));
            }
        }
        time.after(machine.asleepNanos() + chance.between(1, 5_000) * MILLI, this::start);
    }

    /** Ends the process in order, if nothing is held. */
    void endInOrder() {
        CheckedNode ending = process;
        if (ending == null) {
            return;
        }
        authority().shutDown();
        ending.shuttingDown = true;
        long ends = incarnation;
        time.after(chance.between(1, 30_000) * MILLI, () -> {
            if (ends == incarnation && process != null) {
                checked().due();
                // What an earlier start may hold is held, too.
                cleanlyEnded = held() == 0 && !checked().withholding();
                coverage.count(cleanlyEnded ? "ended in order" : "ended while holding");
                ended(false);
            }
        });
    }

    private long held() {
        return model.count(PermitState.QUEUED)
                + model.count(PermitState.EXECUTING)
                + model.count(PermitState.UNCERTAIN);
    }

    // What it does by itself.

    private void every(long started, long leastMillis, long mostMillis, Runnable turn) {
        // Calls apply what is due for their own permit, so nothing depends on how often turns come.
        long slower = rhythm.rests() ? 30 : 1;
        time.after(chance.between(leastMillis, mostMillis) * slower * MILLI, () -> {
            if (started != incarnation || process == null) {
                return;
            }
            if (machine.asleepNanos() == 0) {
                guarded(turn);
            }
            if (started == incarnation) {
                every(started, leastMillis, mostMillis, turn);
            }
        });
    }

    private void guarded(Runnable turn) {
        try {
            turn.run();
            letStoreWork();
        } catch (NodeStore.Interrupted interrupted) {
            ended(interrupted.powerLost());
        }
    }

    private void letStoreWork() {
        DurableLog<LedgerRecord> running = log;
        if (store == null || storeAtWork || running == null) {
            return;
        }
        storeAtWork = true;
        long started = incarnation;
        time.after(chance.oneIn(30) ? chance.between(1, 3_000) * MILLI : chance.between(50, 4_000) * 1_000, () -> {
            if (started != incarnation) {
                return;
            }
            storeAtWork = false;
            if (machine.asleepNanos() > 0) {
                letStoreWork();
                return;
            }
            boolean[] more = new boolean[1];
            guardedStep(() -> more[0] = store.step());
            if (more[0] && started == incarnation) {
                letStoreWork();
            }
        });
    }

    private void guardedStep(Runnable step) {
        try {
            step.run();
        } catch (NodeStore.Interrupted interrupted) {
            ended(interrupted.powerLost());
        }
    }

    // Policy.

    /** The node is to follow a policy; it does where it runs, else when it starts. */
    void pin(SimulatedPolicy next) {
        policy = next;
        if (process != null) {
            guarded(() -> checked().pin(next));
            coverage.count("pin");
        }
    }

    void unpin() {
        if (process != null) {
            checked().unpin();
            coverage.count("unpin");
        }
    }

    @Nullable SimulatedPolicy policy() {
        return policy;
    }

    // Calls.

    /** A request arrives; {@code respond} gets the answer once it may leave, or never. */
    void arrive(Call call, Consumer<Reply> respond) {
        if (machine.asleepNanos() > 0) {
            time.after(machine.asleepNanos(), () -> arrive(call, respond));
            return;
        }
        if (process == null) {
            return;
        }
        guarded(() -> serve(call, respond));
    }

    private void serve(Call call, Consumer<Reply> respond) {
        Reply reply = checked().call(call);
        if (call instanceof Call.Admit && reply.given() && !reply.replayed()) {
            works.capacityGranted(model);
        }
        try {
            works.check(model, checked().withholding());
        } catch (AssertionError e) {
            throw new AssertionError("node " + number + ", boot epoch " + bootEpoch + ": " + e.getMessage(), e);
        }
        trace.add(reply.sequence());
        trace.add(reply.reason() == null ? "given" : reply.reason().spelling());
        trace.add(reply.view() == null ? 0 : reply.view().fencingToken());
        DurableLog<LedgerRecord> running = log;
        if (reply.sequence() == 0 || store == null || running == null) {
            respond.accept(reply);
            return;
        }
        long started = incarnation;
        running.whenDurable(reply.sequence(), new DurabilityListener() {
            private boolean called;

            @Override
            public void durable() {
                once();
                // An answer leaves only now, so nothing may take away what it tells.
                records.promise(reply.sequence());
                respond.accept(reply);
            }

            @Override
            public void undurable() {
                once();
                coverage.count("answer undurable");
                respond.accept(Reply.UNKNOWN);
            }

            private void once() {
                if (called || started != incarnation) {
                    throw new AssertionError("an answer is released twice, or after its process ended");
                }
                called = true;
            }
        });
    }

    // Faults.

    void suspend(long nanos) {
        if (machine.asleepNanos() == 0) {
            machine.suspend(nanos);
            coverage.count("suspended");
        }
    }

    void trouble(NodeStore.Trouble trouble) {
        if (store != null) {
            store.trouble(trouble);
            coverage.count("disk " + trouble);
        }
    }

    /** From now on nothing goes wrong any more. */
    void calm() {
        calm = true;
        if (store != null) {
            store.calm();
        }
    }
}
