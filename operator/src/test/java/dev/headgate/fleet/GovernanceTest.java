package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.EVERYWHERE;
import static dev.headgate.fleet.TestingFacts.NOON;
import static dev.headgate.fleet.TestingFacts.expression;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.policy;
import static dev.headgate.fleet.TestingFacts.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.NodeSelectorSpec;
import dev.headgate.api.SelectorOperator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GovernanceTest {
    private static String governing(NodeFacts node, PolicyFacts... policies) {
        return Governance.over(List.of(policies))
                .of(node)
                .map(PolicyFacts::name)
                .orElse("nobody");
    }

    private static boolean selects(NodeSelectorSpec selector, String... labels) {
        return governing(node("n", labels), policy("p", 0, selector, null)).equals("p");
    }

    @Test
    void anEmptySelectorSelectsEveryNode() {
        assertThat(selects(EVERYWHERE)).isTrue();
    }

    @Test
    void everyMatchLabelMustBeThereWithItsValue() {
        var selector = new NodeSelectorSpec(Map.of("pool", "edge", "disk", "ssd"), List.of());
        assertThat(selects(selector, "pool", "edge", "disk", "ssd")).isTrue();
        assertThat(selects(selector, "pool", "edge")).isFalse();
        assertThat(selects(selector, "pool", "edge", "disk", "hdd")).isFalse();
    }

    @Test
    void inWantsOneOfItsValues() {
        assertThat(selects(expression("pool", SelectorOperator.IN, "a", "b"), "pool", "b"))
                .isTrue();
        assertThat(selects(expression("pool", SelectorOperator.IN, "a", "b"), "pool", "c"))
                .isFalse();
        assertThat(selects(expression("pool", SelectorOperator.IN, "a", "b"))).isFalse();
    }

    @Test
    void notInAlsoTakesNodesWithoutTheLabel() {
        assertThat(selects(expression("pool", SelectorOperator.NOT_IN, "a"))).isTrue();
        assertThat(selects(expression("pool", SelectorOperator.NOT_IN, "a"), "pool", "b"))
                .isTrue();
        assertThat(selects(expression("pool", SelectorOperator.NOT_IN, "a"), "pool", "a"))
                .isFalse();
    }

    @Test
    void existsAndDoesNotExistIgnoreTheValue() {
        assertThat(selects(expression("gpu", SelectorOperator.EXISTS), "gpu", ""))
                .isTrue();
        assertThat(selects(expression("gpu", SelectorOperator.EXISTS))).isFalse();
        assertThat(selects(expression("gpu", SelectorOperator.DOES_NOT_EXIST))).isTrue();
        assertThat(selects(expression("gpu", SelectorOperator.DOES_NOT_EXIST), "gpu", ""))
                .isFalse();
    }

    @Test
    void theHighestPrecedenceGoverns() {
        var low = policy("a", 1, EVERYWHERE, null);
        var high = policy("b", 2, EVERYWHERE, null);
        assertThat(governing(node("n"), low, high)).isEqualTo("b");
    }

    @Test
    void ofEqualPrecedenceTheOldestGoverns() {
        var young = new PolicyFacts("a", "1", NOON.plusSeconds(1), 0, EVERYWHERE, null);
        var old = new PolicyFacts("b", "2", NOON, 0, EVERYWHERE, null);
        assertThat(governing(node("n"), young, old)).isEqualTo("b");
    }

    @Test
    void ofEqualAgeTheFirstNameGoverns() {
        assertThat(governing(node("n"), policy("b", 0, EVERYWHERE, null), policy("a", 0, EVERYWHERE, null)))
                .isEqualTo("a");
    }

    @Test
    void aPolicyThatDoesNotSelectTheNodeDoesNotCompete() {
        assertThat(governing(
                        node("n", "pool", "edge"),
                        policy("a", 9, pool("core"), null),
                        policy("b", 0, EVERYWHERE, null)))
                .isEqualTo("b");
    }

    @Test
    void aNodeThatNoPolicySelectsIsGovernedByNobody() {
        assertThat(governing(node("n"), policy("a", 0, pool("edge"), null))).isEqualTo("nobody");
    }

    @Test
    void aLoserKnowsWhoGovernsTheNodesItSelects() {
        var loser = policy("loser", 0, EVERYWHERE, null);
        var governance = Governance.over(List.of(loser, policy("edge", 1, pool("edge"), null)));
        var standing =
                governance.standing(loser, List.of(node("a", "pool", "edge"), node("b"), node("c", "pool", "edge")));
        assertThat(standing.lostTo()).containsExactly(Map.entry("edge", 2L));
        assertThat(standing.governed()).extracting(NodeFacts::name).containsExactly("b");
    }
}
