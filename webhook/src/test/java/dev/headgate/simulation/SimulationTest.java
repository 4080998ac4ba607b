package dev.headgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.reliability.Reached;
import dev.headgate.simulation.Simulation.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whole nodes through crashes, torn disks, sleeping machines, reboots, wall clocks that jump, changed policies, and callers that
 * retry, vanish and lie; each step is held against an independent model of the ledger. A run that reached too little fails.
 *
 * <p>{@code -Dheadgate.seed=N} runs one seed again; {@code -Dheadgate.simulation.seeds} and {@code .steps} make it longer.
 */
class SimulationTest {
    private static final long SEEDS = Long.getLong("headgate.simulation.seeds", 300);
    private static final long STEPS = Long.getLong("headgate.simulation.steps", 20_000);
    private static final long TWICE = Long.getLong("headgate.simulation.twice", 100);

    /** What a run reaches at least for each 40 seeds of 20,000 steps; about a third of what it does. */
    private static final Map<String, Long> FLOORS = floors();

    private static Map<String, Long> floors() {
        Map<String, Long> floors = new LinkedHashMap<>();
        floors.put("Admit given", 3_000L);
        floors.put("Admit replayed", 150L);
        floors.put("Admit capacity-exhausted", 3_000L);
        floors.put("Admit exceeds-limit", 1_000L);
        floors.put("Admit history-full", 500L);
        floors.put("Admit idempotency-key-conflict", 30L);
        floors.put("Admit journal-unavailable", 20L);
        floors.put("Admit recovering", 1_000L);
        floors.put("Admit activation-id-unavailable", 200L);
        floors.put("Admit queue-deadline-infeasible", 100L);
        floors.put("Admit deadline-exceeded", 200L);
        floors.put("Admit load-stale", 50L);
        floors.put("Admit load-invalid", 50L);
        floors.put("Admit node-overloaded", 50L);
        floors.put("Admit policy-not-pinned", 500L);
        floors.put("Admit shutting-down", 500L);
        floors.put("became EXECUTING", 1_000L);
        floors.put("became UNCERTAIN", 300L);
        floors.put("became SETTLED COMPLETED", 1_000L);
        floors.put("became SETTLED EXPIRED", 30L);
        floors.put("became SETTLED CANCELLED", 30L);
        floors.put("became SETTLED TERMINATED", 20L);
        floors.put("became SETTLED BOUND_PASSED", 100L);
        floors.put("killed", 200L);
        floors.put("power lost", 100L);
        floors.put("replay", 100L);
        floors.put("tail lost", 10L);
        floors.put("write failed", 30L);
        floors.put("suspended", 40L);
        floors.put("wall jump", 100L);
        floors.put("unclean start", 50L);
        floors.put("permit over a reboot", 50L);
        floors.put("executing over a restart", 100L);
        floors.put("overrun", 100L);
        floors.put("runtime died", 30L);
        floors.put("granted after all", 100L);
        floors.put("rollback in flight", 20L);
        floors.put("start at the last moment", 30L);
        floors.put("wish while it runs", 100L);
        floors.put("killed at the disk", 50L);
        floors.put("power lost at the disk", 50L);
        floors.put("ended while recovering", 15L);
        floors.put("decay refused", 50L);
        floors.put("answer undurable", 15L);
        floors.put("rewriting", 60L);
        floors.put("start repeated", 130L);
        floors.put("renewal of doubted work", 300L);
        floors.put("message lost", 1_500L);
        floors.put("message doubled", 1_000L);
        floors.put("Admit permit-settled", 15L);
        floors.put("Admit load-unavailable", 50L);
        floors.put("Admit budget-infeasible", 100L);
        floors.put("Admit payload-too-large", 150L);
        floors.put("Admit principal-not-authorized", 500L);
        floors.put("Admit priority-not-authorized", 50L);
        floors.put("Start permit-not-queued", 10L);
        floors.put("Start permit-settled", 60L);
        floors.put("Start permit-expired", 120L);
        floors.put("Start deadline-exceeded", 80L);
        floors.put("Start executor-mismatch", 10L);
        floors.put("Start permit-not-found", 200L);
        floors.put("Renew renewal-stale", 5L);
        floors.put("Renew fencing-token-stale", 8L);
        floors.put("Renew fencing-token-missing", 20L);
        floors.put("Renew permit-settled", 50L);
        floors.put("Renew deadline-exceeded", 4L);
        floors.put("RenewAll given", 500L);
        floors.put("Complete fencing-token-stale", 20L);
        floors.put("Complete permit-settled", 100L);
        floors.put("Terminate administrator-required", 100L);
        floors.put("Terminate permit-not-uncertain", 50L);
        floors.put("CancelActivation given", 50L);
        return floors;
    }

    @Test
    void everyInvariantHoldsAfterEveryStepAndEverythingSettlesWhenFaultsStop() {
        Long only = Long.getLong("headgate.seed");
        if (only != null) {
            System.out.println(Simulation.run(only, STEPS));
            return;
        }
        long began = System.nanoTime();
        Coverage coverage = new Coverage();
        LongAdder steps = new LongAdder();
        LongAdder millis = new LongAdder();
        // Each seed is a world of its own in one thread; several worlds go on side by side.
        LongStream.rangeClosed(1, SEEDS).parallel().forEach(seed -> {
            Outcome outcome = Simulation.run(seed, STEPS);
            steps.add(outcome.steps());
            millis.add(outcome.simulatedMillis());
            synchronized (coverage) {
                coverage.add(outcome.coverage());
            }
        });
        double hours = millis.sum() / 3.6e6;
        double minutes = (System.nanoTime() - began) / 6e10;
        System.out.printf(
                "simulated %,d seeds, %,d steps, %,.0f hours: %s%n", SEEDS, steps.sum(), hours, coverage.all());
        Map<String, Long> floors = new LinkedHashMap<>();
        FLOORS.forEach((what, floor) -> floors.put(what, floor * SEEDS * STEPS / (40 * 20_000)));
        assertThat(coverage.missing(floors)).isEmpty();
        Reached.note(
                "simulated-time",
                "%,.0f h, %,d steps, %.1f min".formatted(hours, steps.sum(), minutes),
                SimulationTest.class);
        Reached.note("rollbacks", "%,d".formatted(coverage.of("rollback in flight")), SimulationTest.class);
        Reached.note(
                "crashes",
                "%,d kills, %,d power losses, %,d replays"
                        .formatted(coverage.of("killed"), coverage.of("power lost"), coverage.of("replay")),
                SimulationTest.class);
    }

    @Test
    void theSameSeedGoesTheSameWay() {
        LongStream.rangeClosed(1, TWICE)
                .parallel()
                .forEach(seed -> assertThat(Simulation.run(seed, 3_000).traceHash())
                        .as("seed %d", seed)
                        .isEqualTo(Simulation.run(seed, 3_000).traceHash()));
        Reached.note("same-hash", "%,d seeds twice".formatted(TWICE), SimulationTest.class);
    }
}
