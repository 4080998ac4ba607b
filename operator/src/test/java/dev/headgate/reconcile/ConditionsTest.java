package dev.headgate.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.fleet.Verdict;
import dev.headgate.fleet.Verdict.Truth;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConditionsTest {
    private static final Instant THEN = Instant.parse("2026-12-01T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-12-01T11:00:00.5Z");

    @Test
    void aConditionKeepsItsTimeWhileItsTruthStays() {
        var before =
                Conditions.of(List.of(new Verdict("Ready", Truth.FALSE, "NodesPending", "0/2")), List.of(), 1L, THEN);
        var after = Conditions.of(List.of(new Verdict("Ready", Truth.FALSE, "NodesRefuse", "1/2")), before, 2L, NOW);
        assertThat(after).singleElement().satisfies(condition -> {
            assertThat(condition.getLastTransitionTime()).isEqualTo("2026-12-01T10:00:00Z");
            assertThat(condition.getReason()).isEqualTo("NodesRefuse");
            assertThat(condition.getObservedGeneration()).isEqualTo(2);
        });
    }

    @Test
    void aConditionThatTurnsGetsTheTimeOfTheTurn() {
        var before = Conditions.of(List.of(new Verdict("Ready", Truth.FALSE, "NodesPending", "")), List.of(), 1L, THEN);
        var after = Conditions.of(List.of(new Verdict("Ready", Truth.TRUE, "NodesReady", "")), before, 1L, NOW);
        assertThat(after.getFirst().getLastTransitionTime()).isEqualTo("2026-12-01T11:00:00Z");
    }

    @Test
    void newsIsWhatTurnedAndNotWhatIsStillPending() {
        var before = Conditions.of(Verdict.pending("Compiled", "Ready"), List.of(), 1L, THEN);
        var compiled = new Verdict("Compiled", Truth.TRUE, "Compiled", "");
        var pending = new Verdict("Ready", Truth.UNKNOWN, "Pending", "");
        assertThat(Conditions.news(List.of(compiled, pending), before)).containsExactly(compiled);
        var again = Conditions.of(List.of(compiled), List.of(), 1L, THEN);
        assertThat(Conditions.news(List.of(new Verdict("Compiled", Truth.TRUE, "Other", "words")), again))
                .isEmpty();
    }
}
