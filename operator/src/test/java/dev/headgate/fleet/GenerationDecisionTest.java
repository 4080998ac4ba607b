package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.digest;
import static dev.headgate.fleet.TestingFacts.lineage;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.snapshot;
import static dev.headgate.fleet.TestingFacts.target;
import static dev.headgate.fleet.TestingFacts.told;
import static dev.headgate.fleet.TestingFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.ChangeRecord;
import dev.headgate.api.ServedStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GenerationDecisionTest {
    private static GenerationDecision decide(int content, Lineage lineage, PinFacts... pins) {
        return GenerationDecision.of(digest(content), "p", lineage, List.of(), List.of(pins));
    }

    @Test
    void theFirstContentIsGenerationOne() {
        assertThat(decide(1, lineage("p"))).isEqualTo(new GenerationDecision.Make(1, ChangeKind.INITIAL, null));
    }

    @Test
    void contentThatIsTheNewestMakesNoGeneration() {
        var newest = snapshot("p", 2, 7);
        assertThat(decide(7, lineage("p", snapshot("p", 1, 1), newest))).isEqualTo(new GenerationDecision.Same(newest));
    }

    @Test
    void newContentIsTheNextGeneration() {
        var newest = snapshot("p", 2, 2);
        assertThat(decide(3, lineage("p", newest, snapshot("p", 1, 1))))
                .isEqualTo(new GenerationDecision.Make(3, ChangeKind.CHANGE, newest));
    }

    @Test
    void contentThatWasAGenerationBeforeIsARollback() {
        var newest = snapshot("p", 2, 2);
        assertThat(decide(1, lineage("p", newest, snapshot("p", 1, 1))))
                .isEqualTo(new GenerationDecision.Make(3, ChangeKind.ROLLBACK, newest));
    }

    @Test
    void contentThatOnlyTheHistoryRemembersIsARollbackToo() {
        var history = List.of(new ChangeRecord(ChangeKind.CHANGE, null, null, 1L, digest(1), null, null, null));
        var decision = GenerationDecision.of(digest(1), "p", lineage("p", snapshot("p", 2, 2)), history, List.of());
        assertThat(decision)
                .isInstanceOfSatisfying(
                        GenerationDecision.Make.class,
                        make -> assertThat(make.kind()).isEqualTo(ChangeKind.ROLLBACK));
    }

    @Test
    void numbersGoAboveThoseOfAnEarlierPolicyOfTheName() {
        var left = snapshot("p", "older", Set.of("older"), 7, 7, ChangeKind.CHANGE);
        assertThat(decide(1, lineage("p", left))).isEqualTo(new GenerationDecision.Make(8, ChangeKind.INITIAL, null));
    }

    @Test
    void numbersGoAboveWhatAnyNodeReports() {
        var pin = with(
                told(node("n"), 1, target("p", 1, 1)),
                new NodeReport(9, target("p", 12, 12), null, null, new ServedStatus(12L, digest(12))));
        assertThat(decide(2, lineage("p", snapshot("p", 1, 1)), pin))
                .isInstanceOfSatisfying(
                        GenerationDecision.Make.class,
                        make -> assertThat(make.generation()).isEqualTo(13));
    }

    @Test
    void numbersOfOtherPoliciesOnANodeDoNotCount() {
        var pin = with(
                told(node("n"), 1, target("p", 1, 1)),
                new NodeReport(9, target("q", 12, 12), null, null, new ServedStatus(12L, digest(12))));
        assertThat(decide(2, lineage("p", snapshot("p", 1, 1)), pin))
                .isInstanceOfSatisfying(
                        GenerationDecision.Make.class,
                        make -> assertThat(make.generation()).isEqualTo(2));
    }

    @Test
    void anOrphanWithTheSameContentIsAdopted() {
        var orphan = snapshot("p", "older", Set.of(), 7, 1, ChangeKind.CHANGE);
        assertThat(decide(1, lineage("p", orphan))).isEqualTo(new GenerationDecision.Adopt(orphan));
    }

    @Test
    void anOrphanWithOtherContentIsNotAdopted() {
        var orphan = snapshot("p", "older", Set.of(), 7, 7, ChangeKind.CHANGE);
        assertThat(decide(1, lineage("p", orphan))).isEqualTo(new GenerationDecision.Make(8, ChangeKind.INITIAL, null));
    }

    @Test
    void whatSomebodyElseOwnsIsNotAdopted() {
        var owned = snapshot("p", "older", Set.of("older"), 7, 1, ChangeKind.CHANGE);
        assertThat(decide(1, lineage("p", owned))).isEqualTo(new GenerationDecision.Make(8, ChangeKind.INITIAL, null));
    }

    @Test
    void anAdoptedSnapshotIsAGenerationOfItsNewOwner() {
        var adopted = snapshot("p", "older", Set.of("uid-p"), 7, 1, ChangeKind.CHANGE);
        assertThat(decide(1, lineage("p", adopted))).isEqualTo(new GenerationDecision.Same(adopted));
    }
}
