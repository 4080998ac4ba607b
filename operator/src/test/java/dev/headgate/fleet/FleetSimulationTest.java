package dev.headgate.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FleetSimulationTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 300;

    @Test
    void whateverHappensInWhateverOrderTheInvariantsHoldAndTheFleetSettles() {
        Map<String, Integer> reached = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            var simulation = new FleetSimulation(seed);
            try {
                for (int step = 0; step < STEPS; step++) {
                    simulation.step();
                }
                simulation.settle();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
            simulation.reached.forEach((what, times) -> reached.merge(what, times, Math::addExact));
        }
        // A run that reaches little shows little.
        for (String what : new String[] {
            "acknowledged", "adopted", "made CHANGE", "made INITIAL", "made ROLLBACK", "orphaned", "pin deleted",
                    "pruned",
            "ready", "refused", "replaced", "served CHANGE", "served INITIAL", "served ROLLBACK", "settled", "told"
        }) {
            assertThat(reached.getOrDefault(what, 0)).as(what).isGreaterThanOrEqualTo(50);
        }
    }
}
