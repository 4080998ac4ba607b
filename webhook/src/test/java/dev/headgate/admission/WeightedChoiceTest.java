package dev.headgate.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.policy.WeightedRevision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WeightedChoiceTest {
    private static final int KEYS = 100_000;

    private static List<PinnedRouteRevision> revisions(WeightedRevision... weights) {
        TestingPolicy policy = new TestingPolicy();
        policy.weights = List.of(weights);
        PinnedTenant tenant = Objects.requireNonNull(policy.pin().tenant("acme"));
        PinnedRoute route = Objects.requireNonNull(tenant.route("payments", "default"));
        List<PinnedRouteRevision> revisions = new ArrayList<>();
        for (WeightedRevision weight : weights) {
            revisions.add(Objects.requireNonNull(route.named(weight.revision())));
        }
        return revisions;
    }

    private static WeightedRevision weight(String name, int weight) {
        return new WeightedRevision(name, weight);
    }

    private static String chosen(List<PinnedRouteRevision> revisions, String key) {
        PinnedRouteRevision revision = WeightedChoice.choose(revisions, key);
        return revision == null ? "none" : revision.revision().policy().name();
    }

    private static Map<String, Integer> counts(List<PinnedRouteRevision> revisions) {
        Map<String, Integer> counts = new HashMap<>();
        for (int n = 0; n < KEYS; n++) {
            counts.merge(chosen(revisions, "customer-" + n), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void sharesFollowTheWeights() {
        Map<String, Integer> counts = counts(revisions(weight("r1", 90), weight("r2", 9), weight("r3", 1)));

        // Six standard deviations of a binomial count.
        assertThat(counts.get("r1")).isCloseTo(90_000, within(570));
        assertThat(counts.get("r2")).isCloseTo(9_000, within(544));
        assertThat(counts.get("r3")).isCloseTo(1_000, within(189));
    }

    @Test
    void theLargestWeightsDoNotOverflow() {
        Map<String, Integer> counts = counts(revisions(weight("r1", 1_000_000), weight("r2", 1_000_000)));

        assertThat(counts.get("r1")).isCloseTo(50_000, within(949));
    }

    @Test
    void aWeightOfZeroIsNeverChosen() {
        assertThat(counts(revisions(weight("r1", 0), weight("r2", 1)))).containsOnlyKeys("r2");
        assertThat(chosen(revisions(weight("r1", 0)), "key")).isEqualTo("none");
    }

    @Test
    void changingOneWeightMovesKeysOnlyToOrFromThatRevision() {
        List<PinnedRouteRevision> before = revisions(weight("r1", 50), weight("r2", 30), weight("r3", 20));
        List<PinnedRouteRevision> after = revisions(weight("r1", 50), weight("r2", 30), weight("r3", 40));
        for (int n = 0; n < KEYS; n++) {
            String key = "customer-" + n;
            if (!chosen(before, key).equals(chosen(after, key))) {
                assertThat(chosen(after, key)).isEqualTo("r3");
            }
        }
    }

    @Test
    void theLogarithmIsExactToABillionth() {
        for (long draw : new long[] {1, 2, 3, 1_000_003, Long.MAX_VALUE, Long.MIN_VALUE, -1, 0x123456789abcdefL}) {
            double unsigned = (draw >>> 1) * 2.0 + (draw & 1);
            double expected = 64 - Math.log(unsigned) / Math.log(2);
            assertThat(WeightedChoice.negativeLog2(draw) / 4294967296.0).isCloseTo(expected, within(2e-8));
        }
        assertThat(WeightedChoice.negativeLog2(0)).isEqualTo(64L << 32);
        assertThat(WeightedChoice.negativeLog2(-1)).isNotNegative();
    }

    @Test
    void theActivationIdDecidesWhereThereIsNoRoutingKey() {
        TestingPolicy policy = new TestingPolicy();
        policy.weights = List.of(weight("r1", 1), weight("r2", 1));
        PinnedTenant tenant = Objects.requireNonNull(policy.pin().tenant("acme"));

        for (int n = 0; n < 100; n++) {
            String id = "activation-" + n;
            assertThat(RevisionCheck.resolve(tenant, TestingPolicy.target(null), id))
                    .isEqualTo(RevisionCheck.resolve(tenant, TestingPolicy.target(id), "another"));
        }
    }

    /** These never change: a changed value re-routes every caller. */
    @Test
    void theChoiceIsTheSameForEver() {
        assertThat(WeightedChoice.seed("r1")).isEqualTo(-3843337920182703336L);
        assertThat(WeightedChoice.seed("größe-漢-😀")).isEqualTo(-1894659475600863066L);
        assertThat(WeightedChoice.negativeLog2(0x123456789abcdefL)).isEqualTo(33559934707L);
        List<PinnedRouteRevision> revisions = revisions(weight("r1", 50), weight("r2", 30), weight("r3", 20));
        StringBuilder choices = new StringBuilder();
        for (int n = 0; n < 40; n++) {
            choices.append(chosen(revisions, "customer-" + n).charAt(1));
        }
        assertThat(choices.toString()).isEqualTo("3313121112111121123221111212123321212111");
    }
}
