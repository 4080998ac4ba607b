package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.EVERYWHERE;
import static dev.headgate.fleet.TestingFacts.acknowledged;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.policy;
import static dev.headgate.fleet.TestingFacts.pool;
import static dev.headgate.fleet.TestingFacts.refused;
import static dev.headgate.fleet.TestingFacts.served;
import static dev.headgate.fleet.TestingFacts.snapshot;
import static dev.headgate.fleet.TestingFacts.target;
import static dev.headgate.fleet.TestingFacts.told;
import static dev.headgate.fleet.TestingFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.ServedStatus;
import dev.headgate.policy.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PolicyReportTest {
    private static final Serving TWO = new Serving(snapshot("p", 2, 2), new Serving.Hold.None());
    private static final Finding FINDING = new Finding("spec.node.maxPriority", "it is too high", "lower it");
    private static final NodeFacts A = node("a");
    private static final NodeFacts B = node("b");

    private static PolicyReport report(
            List<Finding> refused,
            Serving serving,
            @Nullable ServedStatus before,
            List<NodeFacts> nodes,
            PinFacts... pins) {
        var policy = policy("p", 0, EVERYWHERE, null);
        var standing = Governance.over(List.of(policy)).standing(policy, nodes);
        var byNode = Arrays.stream(pins).collect(Collectors.toMap(PinFacts::node, Function.identity()));
        return PolicyReport.of("p", refused, serving, before, standing, byNode);
    }

    private static Verdict verdict(PolicyReport report, String type) {
        return report.verdicts().stream()
                .filter(verdict -> verdict.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static String brief(PolicyReport report, String type) {
        var verdict = verdict(report, type);
        return verdict.truth().word() + "/" + verdict.reason();
    }

    @Test
    void readyIsTrueWhenEveryGovernedNodeHasAcknowledged() {
        var report = report(
                List.of(),
                TWO,
                served(2, 2),
                List.of(A, B),
                acknowledged(A, 1, target("p", 2, 2)),
                acknowledged(B, 4, target("p", 2, 2)));
        assertThat(brief(report, "Ready")).isEqualTo("True/NodesReady");
        assertThat(report.progress()).isEqualTo(new Progress(2, 2, 0, List.of()));
    }

    @Test
    void readyIsFalseWhenObjectsHaveMerelyBeenWritten() {
        var report = report(
                List.of(),
                TWO,
                served(2, 2),
                List.of(A, B),
                acknowledged(A, 1, target("p", 2, 2)),
                told(B, 4, target("p", 2, 2)));
        assertThat(brief(report, "Ready")).isEqualTo("False/NodesPending");
        assertThat(verdict(report, "Ready").message())
                .isEqualTo("1/2 nodes serve generation 2: b has not acknowledged it");
    }

    @Test
    void anAcknowledgementOfAnOlderAssignmentDoesNotCount() {
        var stale = with(
                told(A, 5, target("p", 2, 2)),
                acknowledged(A, 4, target("p", 2, 2)).report());
        assertThat(report(List.of(), TWO, served(2, 2), List.of(A), stale)
                        .progress()
                        .ready())
                .isZero();
    }

    @Test
    void anAcknowledgementOfAnotherDigestDoesNotCount() {
        var other = with(
                told(A, 5, target("p", 2, 2)),
                acknowledged(A, 5, target("p", 2, 3)).report());
        assertThat(report(List.of(), TWO, served(2, 2), List.of(A), other)
                        .progress()
                        .ready())
                .isZero();
    }

    @Test
    void anAcknowledgementByAnEarlierNodeOfTheNameDoesNotCount() {
        var replaced = new NodeFacts("a", "another", A.labels());
        var report = report(List.of(), TWO, served(2, 2), List.of(replaced), acknowledged(A, 1, target("p", 2, 2)));
        assertThat(report.progress().ready()).isZero();
    }

    @Test
    void aNodeWithoutAPinIsPending() {
        assertThat(report(List.of(), TWO, served(2, 2), List.of(A)).progress().pending())
                .isEqualTo(1);
    }

    @Test
    void aRefusalIsCountedAndSaidInWords() {
        var report = report(
                List.of(),
                TWO,
                served(2, 2),
                List.of(A, B),
                acknowledged(A, 1, target("p", 2, 2)),
                refused(B, 1, target("p", 2, 2), PinRefusal.PART_MISSING));
        assertThat(report.progress().refusing()).isEqualTo(1);
        assertThat(brief(report, "Ready")).isEqualTo("False/NodesRefuse");
        assertThat(verdict(report, "Ready").message()).contains("b refuses it: PartMissing");
    }

    @Test
    void aRefusalOfAnEarlierGenerationIsNotOneOfThis() {
        var pin = with(
                told(A, 2, target("p", 2, 2)),
                refused(A, 1, target("p", 1, 1), PinRefusal.TOO_LARGE).report());
        assertThat(report(List.of(), TWO, served(2, 2), List.of(A), pin)
                        .progress()
                        .refusing())
                .isZero();
    }

    @Test
    void atMostTenNodesAreNamedAndRefusalsFirst() {
        var nodes = IntStream.range(0, 30).mapToObj(i -> node("n" + i)).toList();
        var pins = nodes.stream()
                .skip(25)
                .map(node -> refused(node, 1, target("p", 2, 2), PinRefusal.DIGEST_MISMATCH))
                .toArray(PinFacts[]::new);
        var examples =
                report(List.of(), TWO, served(2, 2), nodes, pins).progress().examples();
        assertThat(examples).hasSize(10);
        assertThat(examples.subList(0, 5)).allMatch(example -> example.contains("DigestMismatch"));
    }

    @Test
    void withoutNodesItIsNotReady() {
        assertThat(brief(report(List.of(), TWO, served(2, 2), List.of()), "Ready"))
                .isEqualTo("False/NoNodes");
    }

    @Test
    void aSpecThatDoesNotCompileSaysWhereAndIsNotReadyThoughTheOldIsServed() {
        var report =
                report(List.of(FINDING, FINDING), TWO, served(2, 2), List.of(A), acknowledged(A, 1, target("p", 2, 2)));
        assertThat(verdict(report, "Compiled").message())
                .isEqualTo("spec.node.maxPriority: it is too high; lower it (and 1 more in status.findings)");
        assertThat(brief(report, "Compiled")).isEqualTo("False/Findings");
        assertThat(brief(report, "Ready")).isEqualTo("False/NotCompiled");
        assertThat(report.progress().ready()).isEqualTo(1);
        assertThat(report.change()).isEmpty();
    }

    @Test
    void aPinnedPolicyIsReadyWhateverTheRestOfTheSpecSays() {
        var held = new Serving(snapshot("p", 2, 2), new Serving.Hold.Held(1));
        var report = report(List.of(FINDING), held, served(2, 2), List.of(A), acknowledged(A, 1, target("p", 2, 2)));
        assertThat(brief(report, "Ready")).isEqualTo("True/NodesReady");
        assertThat(brief(report, "Pinned")).isEqualTo("True/PinnedToGeneration");
        assertThat(verdict(report, "Pinned").message()).contains("1 change is held back");
    }

    @Test
    void aRefusedPinIsAFindingAndNotReady() {
        var refused = new Serving(snapshot("p", 2, 2), new Serving.Hold.Refused("PinMismatch", FINDING));
        var report = report(List.of(), refused, served(2, 2), List.of(A), acknowledged(A, 1, target("p", 2, 2)));
        assertThat(report.findings()).containsExactly(FINDING);
        assertThat(brief(report, "Compiled")).isEqualTo("True/Compiled");
        assertThat(brief(report, "Pinned")).isEqualTo("False/PinMismatch");
        assertThat(brief(report, "Ready")).isEqualTo("False/PinMismatch");
    }

    @Test
    void aLoserSaysOutranked() {
        var loser = policy("p", 0, EVERYWHERE, null);
        var standing = Governance.over(List.of(loser, policy("q", 1, EVERYWHERE, null)))
                .standing(loser, List.of(A, B));
        var report = PolicyReport.of("p", List.of(), TWO, served(2, 2), standing, Map.of());
        assertThat(brief(report, "Governing")).isEqualTo("False/Outranked");
        assertThat(verdict(report, "Governing").message()).contains("2 by q");
    }

    @Test
    void aPolicyThatSelectsNoNodeSaysSo() {
        var policy = policy("p", 0, pool("edge"), null);
        var standing = Governance.over(List.of(policy)).standing(policy, List.of(A));
        var report = PolicyReport.of("p", List.of(), TWO, served(2, 2), standing, Map.of());
        assertThat(brief(report, "Governing")).isEqualTo("False/NoMatchingNodes");
    }

    @Test
    void theFirstGenerationServedIsInitial() {
        assertThat(report(List.of(), TWO, null, List.of()).change())
                .contains(new PolicyReport.Change(ChangeKind.INITIAL, null, served(2, 2)));
    }

    @Test
    void aNewerGenerationIsAChange() {
        assertThat(report(List.of(), TWO, served(1, 1), List.of()).change())
                .contains(new PolicyReport.Change(ChangeKind.CHANGE, served(1, 1), served(2, 2)));
    }

    @Test
    void anOlderGenerationIsARollback() {
        assertThat(report(List.of(), TWO, served(3, 3), List.of()).change())
                .contains(new PolicyReport.Change(ChangeKind.ROLLBACK, served(3, 3), served(2, 2)));
    }

    @Test
    void aGenerationMadeOfOldContentIsARollback() {
        var again = new Serving(
                snapshot("p", "uid-p", Set.of("uid-p"), 3, 1, ChangeKind.ROLLBACK), new Serving.Hold.None());
        assertThat(report(List.of(), again, served(2, 2), List.of()).change())
                .contains(new PolicyReport.Change(ChangeKind.ROLLBACK, served(2, 2), served(3, 1)));
    }

    @Test
    void whatIsServedAlreadyIsNoChange() {
        assertThat(report(List.of(), TWO, served(2, 2), List.of()).change()).isEmpty();
    }
}
