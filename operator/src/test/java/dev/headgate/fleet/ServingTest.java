package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.digest;
import static dev.headgate.fleet.TestingFacts.lineage;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.served;
import static dev.headgate.fleet.TestingFacts.snapshot;
import static dev.headgate.fleet.TestingFacts.target;
import static dev.headgate.fleet.TestingFacts.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.PinSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServingTest {
    private static final SnapshotFacts ONE = snapshot("p", 1, 1);
    private static final SnapshotFacts TWO = snapshot("p", 2, 2);
    private static final SnapshotFacts THREE = snapshot("p", 3, 3);
    private static final Lineage LINEAGE = lineage("p", ONE, TWO, THREE);

    @Test
    void withoutAPinTheNewestGenerationIsServed() {
        var serving = Serving.of(null, LINEAGE, served(1, 1), "p", List.of());
        assertThat(serving).isEqualTo(new Serving(THREE, new Serving.Hold.None()));
    }

    @Test
    void aPinServesThatGenerationAndCountsWhatItHoldsBack() {
        var serving = Serving.of(new PinSpec(1L, null), LINEAGE, served(3, 3), "p", List.of());
        assertThat(serving).isEqualTo(new Serving(ONE, new Serving.Hold.Held(2)));
    }

    @Test
    void aPinWithTheRightDigestHolds() {
        var serving = Serving.of(new PinSpec(2L, digest(2)), LINEAGE, served(3, 3), "p", List.of());
        assertThat(serving.served()).isEqualTo(TWO);
    }

    @Test
    void aPinWithAnotherDigestIsAFindingAndWhatIsServedStays() {
        var serving = Serving.of(new PinSpec(1L, digest(9)), LINEAGE, served(2, 2), "p", List.of());
        assertThat(serving.served()).isEqualTo(TWO);
        assertThat(serving.hold()).isInstanceOfSatisfying(Serving.Hold.Refused.class, hold -> {
            assertThat(hold.reason()).isEqualTo("PinMismatch");
            assertThat(hold.finding().path()).isEqualTo("spec.rollout.pin.digest");
            assertThat(hold.finding().advice()).contains(digest(1));
        });
    }

    @Test
    void aPinOfAGenerationThatIsNotRetainedIsAFindingAndWhatIsServedStays() {
        var serving = Serving.of(new PinSpec(9L, null), LINEAGE, served(2, 2), "p", List.of());
        assertThat(serving.served()).isEqualTo(TWO);
        assertThat(serving.hold()).isInstanceOfSatisfying(Serving.Hold.Refused.class, hold -> {
            assertThat(hold.reason()).isEqualTo("GenerationNotRetained");
            assertThat(hold.finding().path()).isEqualTo("spec.rollout.pin.generation");
            assertThat(hold.finding().advice()).contains("3, 2, 1");
        });
    }

    @Test
    void whereTheStatusWasLostTheNodesKnowWhatIsServed() {
        var pins = List.of(
                told(node("a"), 1, target("p", 2, 2)),
                told(node("b"), 1, target("p", 2, 2)),
                told(node("c"), 1, target("p", 3, 3)),
                told(node("d"), 1, target("q", 1, 1)));
        assertThat(Serving.of(new PinSpec(9L, null), LINEAGE, null, "p", pins).served())
                .isEqualTo(TWO);
    }

    @Test
    void withoutAnyGenerationNothingIsServed() {
        assertThat(Serving.of(null, lineage("p"), null, "p", List.of()).served())
                .isNull();
        assertThat(Serving.of(new PinSpec(1L, null), lineage("p"), null, "p", List.of())
                        .served())
                .isNull();
    }
}
