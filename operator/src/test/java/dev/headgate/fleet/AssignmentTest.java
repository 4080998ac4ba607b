package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.EVERYWHERE;
import static dev.headgate.fleet.TestingFacts.acknowledged;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.policy;
import static dev.headgate.fleet.TestingFacts.pool;
import static dev.headgate.fleet.TestingFacts.served;
import static dev.headgate.fleet.TestingFacts.target;
import static dev.headgate.fleet.TestingFacts.told;
import static dev.headgate.fleet.TestingFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePlacement;
import dev.headgate.api.PinRefusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AssignmentTest {
    private static final NodeFacts NODE = node("n", "pool", "edge");

    private static Governance governance(PolicyFacts... policies) {
        return Governance.over(List.of(policies));
    }

    private static NodePinSpec change(NodeFacts node, Governance governance, @Nullable PinFacts pin) {
        return change(node, governance, pin, 0);
    }

    private static NodePinSpec change(NodeFacts node, Governance governance, @Nullable PinFacts pin, long known) {
        var assignment = Assignment.decide(node, governance, pin, known);
        assertThat(assignment).isInstanceOf(Assignment.Change.class);
        return ((Assignment.Change) assignment).spec();
    }

    private static void stands(NodeFacts node, Governance governance, @Nullable PinFacts pin) {
        assertThat(Assignment.decide(node, governance, pin, 0)).isEqualTo(new Assignment.Stands());
    }

    @Test
    void aNewNodeIsToldWhatItsPolicyServes() {
        var spec = change(NODE, governance(policy("edge", 0, pool("edge"), served(3, 3))), null);
        assertThat(spec).isEqualTo(new NodePinSpec("uid-n", 1L, target("edge", 3, 3), NODE.placement()));
    }

    @Test
    void placementComesFromTheWellKnownLabels() {
        var node = node(
                "n",
                "kubernetes.io/arch",
                "arm64",
                "topology.kubernetes.io/region",
                "eu-1",
                "topology.kubernetes.io/zone",
                "eu-1a");
        var spec = change(node, governance(policy("p", 0, EVERYWHERE, served(1, 1))), null);
        assertThat(spec.placement()).isEqualTo(new NodePlacement("arm64", "eu-1", "eu-1a"));
    }

    @Test
    void aNodeThatNoPolicySelectsAndThatWasNeverToldAnythingGetsNoPin() {
        stands(NODE, governance(policy("core", 0, pool("core"), served(1, 1))), null);
    }

    @Test
    void aNodeOfAPolicyWithoutAGenerationGetsNoPin() {
        stands(NODE, governance(policy("edge", 0, pool("edge"), null)), null);
    }

    @Test
    void whatTheNodeWasToldAlreadyIsNotWrittenAgain() {
        stands(
                NODE,
                governance(policy("edge", 0, pool("edge"), served(3, 3))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
    }

    @Test
    void aNewGenerationGetsTheNextAssignment() {
        var spec = change(
                NODE,
                governance(policy("edge", 0, pool("edge"), served(4, 4))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.assignment()).isEqualTo(6);
        assertThat(spec.target()).isEqualTo(target("edge", 4, 4));
    }

    @Test
    void anAssignmentGoesAboveWhatTheNodeReports() {
        var pin = with(told(NODE, 2, target("edge", 3, 3)), new NodeReport(40, target("edge", 9, 9), null, null, null));
        var spec = change(NODE, governance(policy("edge", 0, pool("edge"), served(4, 4))), pin);
        assertThat(spec.assignment()).isEqualTo(41);
    }

    @Test
    void aNodeThatReportsAHigherAssignmentIsToldAgainEvenIfNothingElseChanged() {
        var pin = with(told(NODE, 2, target("edge", 3, 3)), new NodeReport(40, target("edge", 9, 9), null, null, null));
        var spec = change(NODE, governance(policy("edge", 0, pool("edge"), served(3, 3))), pin);
        assertThat(spec.assignment()).isEqualTo(41);
        assertThat(spec.target()).isEqualTo(target("edge", 3, 3));
    }

    @Test
    void aNodeThatWasToldSomethingElseUnderThisAssignmentIsToldUnderTheNext() {
        var report = new NodeReport(2, target("edge", 9, 9), served(3, 3), PinRefusal.ASSIGNMENT_CONFLICT, null);
        var spec = change(
                NODE,
                governance(policy("edge", 0, pool("edge"), served(3, 3))),
                with(told(NODE, 2, target("edge", 3, 3)), report));
        assertThat(spec.assignment()).isEqualTo(3);
        assertThat(spec.target()).isEqualTo(target("edge", 3, 3));
    }

    @Test
    void aPinThatWasDeletedComesBackAboveWhatItEverHeld() {
        var spec = change(NODE, governance(policy("edge", 0, pool("edge"), served(3, 3))), null, 17);
        assertThat(spec.assignment()).isEqualTo(18);
    }

    @Test
    void aNodeThatNoPolicySelectsAnyMoreIsUnpinned() {
        var spec = change(
                node("n", "pool", "core"),
                governance(policy("edge", 0, pool("edge"), served(3, 3))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.target()).isNull();
        assertThat(spec.assignment()).isEqualTo(6);
    }

    @Test
    void anUnpinnedNodeIsNotToldAgain() {
        stands(NODE, governance(), told(NODE, 6, null));
    }

    @Test
    void aRelabelledNodeFallsToTheOtherPolicy() {
        var spec = change(
                node("n", "pool", "core"),
                governance(
                        policy("edge", 0, pool("edge"), served(3, 3)), policy("core", 0, pool("core"), served(8, 8))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.target()).isEqualTo(target("core", 8, 8));
    }

    @Test
    void aDeletedPolicyLeavesItsNodesToTheNext() {
        var spec = change(
                NODE,
                governance(policy("base", -1, EVERYWHERE, served(8, 8))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.target()).isEqualTo(target("base", 8, 8));
    }

    @Test
    void aPolicyThatNeverCompiledTakesNoTargetAway() {
        stands(
                NODE,
                governance(policy("new", 9, pool("edge"), null), policy("edge", 0, pool("edge"), served(3, 3))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
    }

    @Test
    void aTargetOfADeletedPolicyIsTakenAwayEvenIfTheNextNeverCompiled() {
        var spec = change(
                NODE, governance(policy("new", 9, pool("edge"), null)), acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.target()).isNull();
    }

    @Test
    void anotherNodeUnderTheSameNameIsToldUnderItsOwnUid() {
        var replaced = new NodeFacts("n", "another", NODE.labels());
        var spec = change(
                replaced,
                governance(policy("edge", 0, pool("edge"), served(3, 3))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec).isEqualTo(new NodePinSpec("another", 6L, target("edge", 3, 3), NODE.placement()));
    }

    @Test
    void aNodeThatMovesToAnotherZoneIsTold() {
        var moved = node("n", "pool", "edge", "topology.kubernetes.io/zone", "b");
        var spec = change(
                moved,
                governance(policy("edge", 0, pool("edge"), served(3, 3))),
                acknowledged(NODE, 5, target("edge", 3, 3)));
        assertThat(spec.placement()).isEqualTo(new NodePlacement(null, null, "b"));
        assertThat(spec.assignment()).isEqualTo(6);
    }
}
