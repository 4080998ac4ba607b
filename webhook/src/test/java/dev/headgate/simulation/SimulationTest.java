package dev.headgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.simulation.Simulation.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Whole nodes through crashes, torn disks, sleeping machines, reboots, wall clocks that jump, changed policies, and callers that
 * retry, vanish and lie; each step is held against an independent model of the ledger. A run that reached too little fails.
 *
 * <p>{@code -Dheadgate.seed=N} runs one seed again; {@code -Dheadgate.simulation.seeds} and {@code .steps} make it longer.
 */
class SimulationTest {
    private static final long FIRST_SEED = 1;
    private static final long SEEDS = Long.getLong("headgate.simulation.seeds", 200);
    private static final long STEPS = Long.getLong("headgate.simulation.steps", 20_000);

    /** What every run reaches at least, for each 40 seeds of 20,000 steps; about a third of what it does. */
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
        return floors;
    }

    @Test
    void everyInvariantHoldsAfterEveryStepAndEverythingSettlesWhenFaultsStop() {
        Long only = Long.getLong("headgate.seed");
        if (only != null) {
            System.out.println(Simulation.run(only, STEPS));
            return;
        }
        Coverage coverage = new Coverage();
        long steps = 0;
        long millis = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Outcome outcome = Simulation.run(seed, STEPS);
            coverage.add(outcome.coverage());
            steps += outcome.steps();
            millis += outcome.simulatedMillis();
        }
        System.out.printf(
                "simulated %d seeds, %,d steps, %.1f hours: %s%n", SEEDS, steps, millis / 3.6e6, coverage.all());
        assertThat(coverage.missing(FLOORS)).isEmpty();
    }

    @Test
    void theSameSeedGoesTheSameWay() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(Simulation.run(seed, 3_000).traceHash())
                    .as("seed %d", seed)
                    .isEqualTo(Simulation.run(seed, 3_000).traceHash());
        }
    }
}
