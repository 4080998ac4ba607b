package dev.headgate.simulation;

import dev.headgate.admission.Caller;
import dev.headgate.simulation.Call.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A runtime on a machine: begins jobs, retries what is not answered, and dies now and then with everything it remembers, while
 * what it started runs on.
 */
final class SimulatedRuntime {
    private static final long MILLI = 1_000_000L;

    final SimulatedNode node;
    final Caller caller;
    final String name;
    final String tenant;
    final EventQueue time;
    final Chance chance;
    final Coverage coverage;
    private final Network network;
    private final Gossip gossip;
    private final Rhythm rhythm;
    private int incarnation;
    private int jobs;
    private boolean calm;

    SimulatedRuntime(
            SimulatedNode node,
            Caller caller,
            String name,
            String tenant,
            EventQueue time,
            Chance chance,
            Coverage coverage,
            Network network,
            Gossip gossip,
            Rhythm rhythm) {
        this.node = node;
        this.caller = caller;
        this.name = name;
        this.tenant = tenant;
        this.time = time;
        this.chance = chance;
        this.coverage = coverage;
        this.network = network;
        this.gossip = gossip;
        this.rhythm = rhythm;
    }

    /** Begins its life: a job after another. */
    void live() {
        time.after((rhythm.restMillis() + chance.between(100, 6_000)) * MILLI, () -> {
            if (!calm) {
                if (chance.oneIn(60)) {
                    die();
                }
                new Job(this, jobs++).begin();
            }
            live();
        });
    }

    /** From now on it begins nothing, and is honest to the end. */
    void calm() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    /** Its process ends and another begins; nothing that it started ends with it. */
    void die() {
        incarnation++;
        coverage.count("runtime died");
    }

    /** A name of an executor that no other incarnation uses (design page 14). */
    String executor() {
        return name + "." + incarnation;
    }

    int incarnation() {
        return incarnation;
    }

    Gossip gossip() {
        return gossip;
    }

    /** Asks the node; {@code lost} runs where no answer came in time. */
    void ask(Call call, Consumer<Reply> answered, Runnable lost) {
        int asks = incarnation;
        boolean[] over = new boolean[1];
        network.carry(() -> node.arrive(
                call,
                reply -> network.carry(() -> {
                    if (!over[0] && asks == incarnation) {
                        over[0] = true;
                        answered.accept(reply);
                    }
                })));
        later(chance.between(500, 4_000), () -> {
            if (!over[0]) {
                over[0] = true;
                coverage.count("no answer in time");
                lost.run();
            }
        });
    }

    /** Does something later, if it lives then, and its machine is awake. */
    void later(long millis, Runnable action) {
        int asks = incarnation;
        time.after(millis * MILLI, () -> {
            long asleep = node.machine.asleepNanos();
            if (asks == incarnation) {
                if (asleep > 0) {
                    later(asleep / MILLI + 1, action);
                } else {
                    action.run();
                }
            }
        });
    }

    /** What callers know of the permits of others, to misuse it. */
    static final class Gossip {
        private static final int KEPT = 30;
        final List<Known> permits = new ArrayList<>();

        record Known(String permitId, long token, String executor, String activation) {}

        void tell(Known known) {
            if (permits.size() == KEPT) {
                permits.removeFirst();
            }
            permits.add(known);
        }
    }
}
