package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.ledger.PermitState;
import dev.headgate.simulation.Call.Reply;
import dev.headgate.simulation.SimulatedRuntime.Gossip;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Several whole nodes, their callers, and everything that can go wrong, in one thread and from one seed. Each step holds the node
 * it touched against the model; at the end the faults stop, and everything must settle (design page 7).
 */
final class Simulation {
    private static final long MILLI = 1_000_000L;
    private static final int NODES = 3;

    private final EventQueue time = new EventQueue();
    private final Coverage coverage = new Coverage();
    private final Trace trace = new Trace();
    private final Chance chance;
    private final Network network;
    private final Rhythm rhythm;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<SimulatedRuntime> runtimes = new ArrayList<>();
    private final List<Gossip> gossips = new ArrayList<>();
    private final List<SimulatedPolicy> policies = new ArrayList<>();
    private long steps;
    private boolean calm;

    /** What a run was. */
    record Outcome(long seed, long steps, long simulatedMillis, long traceHash, Coverage coverage) {}

    private Simulation(long seed) {
        chance = new Chance(seed);
        network = new Network(time, chance.split(), coverage);
        rhythm = new Rhythm(time, chance.split());
        for (int number = 0; number < NODES; number++) {
            // The last one keeps its permits in memory only.
            NodeStore store = number == NODES - 1 ? null : new JournalStore(chance.split(), coverage);
            SimulatedNode node = new SimulatedNode(number, time, chance.split(), coverage, trace, rhythm, store);
            nodes.add(node);
            Gossip gossip = new Gossip();
            gossips.add(gossip);
            runtimes.add(new SimulatedRuntime(
                    node, Callers.RUNTIME, "runtime", "acme", time, chance.split(), coverage, network, gossip, rhythm));
            runtimes.add(new SimulatedRuntime(
                    node, Callers.ALICE, "alice", "acme", time, chance.split(), coverage, network, gossip, rhythm));
            runtimes.add(new SimulatedRuntime(
                    node, Callers.BOB, "bob", "other", time, chance.split(), coverage, network, gossip, rhythm));
        }
    }

    /**
     * A whole run.
     *
     * @param least at least so many steps with faults, and then as many as it takes to settle
     */
    static Outcome run(long seed, long least) {
        Simulation simulation = new Simulation(seed);
        try {
            simulation.begin();
            while (simulation.steps < least) {
                simulation.step();
            }
            simulation.settle();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + ", step " + simulation.steps + ": " + e + "; again with -Dheadgate.seed=" + seed,
                    e);
        }
        return new Outcome(
                seed, simulation.steps, simulation.time.now() / MILLI, simulation.trace.hash(), simulation.coverage);
    }

    private void begin() {
        policies.add(SimulatedPolicy.generous(1));
        for (int at = 0; at < nodes.size(); at++) {
            SimulatedNode node = nodes.get(at);
            Gossip gossip = gossips.get(at);
            node.pin(policies.getFirst());
            node.start();
            lies(node, new Liar(chance.split(), gossip));
            administers(node);
            suffers(node);
        }
        runtimes.forEach(runtime -> runtime.node.whenPowerGoes.add(runtime::die));
        runtimes.forEach(SimulatedRuntime::live);
        rhythm.begin();
    }

    private void step() {
        if (!time.step()) {
            throw new IllegalStateException("nothing happens any more");
        }
        steps++;
        trace.add(time.now());
    }

    // What goes on.

    private void again(Supplier<Long> millis, Runnable action) {
        time.after(millis.get() * MILLI, () -> {
            action.run();
            again(millis, action);
        });
    }

    private void lies(SimulatedNode node, Liar liar) {
        again(() -> rhythm.restMillis() + chance.between(200, 4_000), () -> {
            if (!calm) {
                Call call = chance.oneIn(10) ? liar.renewals(Callers.RUNTIME) : liar.lie();
                network.carry(() -> node.arrive(call, _ -> {}));
            }
        });
    }

    /** An administrator who knows what runs settles what does not. */
    private void administers(SimulatedNode node) {
        again(() -> calm ? 1_000L : chance.between(1_000, 20_000) * (rhythm.rests() ? 30 : 1), () -> {
            for (ModelPermit permit : List.copyOf(node.model().permits.values())) {
                // Until its deadline somebody may still learn that it was started, and begin.
                if (permit.state == PermitState.UNCERTAIN
                        && node.machine.bootNanos() > permit.deadline
                        && !node.works.runs(permit.id)) {
                    String statement = "seen to have ended";
                    network.carry(() ->
                            node.arrive(new Call.Terminate(Callers.ADMINISTRATOR, permit.id, statement), _ -> {}));
                    if (!calm) {
                        break;
                    }
                } else if (!calm && chance.oneIn(4) && nobodyDoubts(node, permit)) {
                    node.arrive(new Call.Terminate(Callers.ADMINISTRATOR, permit.id, "it takes too long"), _ -> {});
                    break;
                }
            }
        });
    }

    /** Whether it runs for all that its node knows, at this very moment. */
    private static boolean nobodyDoubts(SimulatedNode node, ModelPermit permit) {
        return node.up()
                && node.machine.asleepNanos() == 0
                && permit.state == PermitState.EXECUTING
                && node.machine.bootNanos() <= permit.leaseEnd;
    }

    private void suffers(SimulatedNode node) {
        again(() -> chance.between(500, 30_000) * (rhythm.rests() ? 40 : 1), () -> {
            if (!calm) {
                suffer(node);
            }
        });
    }

    private void suffer(SimulatedNode node) {
        switch (chance.below(20)) {
            case 0, 1 -> endIfUp(node, false);
            case 2 -> endIfUp(node, true);
            case 3 -> node.endInOrder();
            case 4 -> node.suspend(chance.between(10, chance.oneIn(4) ? 120_000 : 8_000) * MILLI);
            case 5, 6 -> {
                node.machine.jumpWall(chance.between(-7_200_000, 7_200_000));
                coverage.count("wall jump");
            }
            case 7 -> troubled(node);
            case 8 -> {
                node.unpin();
                time.after(chance.between(1, 10_000) * MILLI, () -> repin(node));
            }
            case 9, 10, 11 -> {
                policies.add(SimulatedPolicy.some(policies.size() + 1L, chance, !node.journaled()));
                node.pin(policies.getLast());
            }
            case 12, 13 -> {
                SimulatedPolicy old = chance.of(policies);
                if (node.journaled() || old.bound().releases()) {
                    node.pin(old);
                    if (node.model().permits.values().stream().anyMatch(ModelPermit::live)) {
                        coverage.count("rollback in flight");
                    }
                }
            }
            default -> {
                // Mostly all is well.
            }
        }
    }

    private void repin(SimulatedNode node) {
        SimulatedPolicy policy = node.policy();
        if (policy != null) {
            node.pin(policy);
        }
    }

    private static void endIfUp(SimulatedNode node, boolean powerLost) {
        if (node.up()) {
            node.ended(powerLost);
        }
    }

    private void troubled(SimulatedNode node) {
        NodeStore.Trouble[] troubles = NodeStore.Trouble.values();
        node.trouble(troubles[chance.below(troubles.length)]);
        time.after(chance.between(10, 10_000) * MILLI, () -> node.trouble(NodeStore.Trouble.NONE));
    }

    // The end.

    /** Faults stop: whatever was held is given back, and every node grants again. */
    private void settle() {
        calm = true;
        network.calm();
        rhythm.calm();
        runtimes.forEach(SimulatedRuntime::calm);
        SimulatedPolicy last = SimulatedPolicy.generous(policies.size() + 1L);
        for (SimulatedNode node : nodes) {
            node.calm();
            node.pin(last);
        }
        long end = time.now() + 900_000 * MILLI;
        while (time.now() < end && !allSettled()) {
            step();
        }
        if (!allSettled()) {
            throw new AssertionError("does not settle: "
                    + nodes.stream()
                            .map(node -> node.up() + " "
                                    + node.model().permits.values().stream()
                                            .filter(ModelPermit::live)
                                            .toList())
                            .toList());
        }
        for (SimulatedNode node : nodes) {
            grants(node);
        }
    }

    private boolean allSettled() {
        for (SimulatedNode node : nodes) {
            if (!node.up() || node.machine.asleepNanos() > 0 || node.withholds()) {
                return false;
            }
            for (ModelPermit permit : node.model().permits.values()) {
                if (permit.live()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void grants(SimulatedNode node) {
        boolean[] granted = new boolean[1];
        AdmissionRequest request = new AdmissionRequest(
                "after-all",
                "acme",
                null,
                TestingPolicy.target(null),
                5,
                1,
                new RequestedBudget(
                        5_000,
                        1,
                        1,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT),
                AdmissionRequest.NO_DEADLINE,
                Map.of(),
                null,
                null);
        List<Reply> replies = new ArrayList<>();
        node.arrive(new Call.Admit(Callers.RUNTIME, request), reply -> {
            replies.add(reply);
            granted[0] = reply.given();
        });
        long end = time.now() + 10_000 * MILLI;
        while (!granted[0] && time.now() < end) {
            step();
        }
        if (!granted[0]) {
            throw new AssertionError("a node that holds nothing does not grant: " + replies);
        }
        coverage.count("granted after all");
    }
}
