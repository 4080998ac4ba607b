package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.NOON;
import static dev.headgate.fleet.TestingFacts.acknowledged;
import static dev.headgate.fleet.TestingFacts.digest;
import static dev.headgate.fleet.TestingFacts.node;
import static dev.headgate.fleet.TestingFacts.served;
import static dev.headgate.fleet.TestingFacts.snapshot;
import static dev.headgate.fleet.TestingFacts.target;
import static dev.headgate.fleet.TestingFacts.told;
import static dev.headgate.fleet.TestingFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.PinSpec;
import dev.headgate.api.ServedStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RetentionTest {
    private static final Lineage TEN = Lineage.of(
            "p",
            "uid-p",
            IntStream.rangeClosed(1, 10).mapToObj(i -> snapshot("p", i, i)).toList());

    private static List<Long> expired(int limit, @Nullable PinSpec pin, PinFacts... pins) {
        return Retention.expired("p", TEN, limit, served(10, 10), pin, List.of(pins)).stream()
                .map(SnapshotFacts::generation)
                .toList();
    }

    @Test
    void theNewestBesideWhatIsInUseAreKept() {
        assertThat(expired(3, null)).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
    }

    @Test
    void whatANodeIsToldIsKept() {
        assertThat(expired(7, null, told(node("n"), 1, target("p", 1, 1)))).containsExactly(2L);
    }

    @Test
    void whatANodeServesIsKept() {
        var pin = with(
                told(node("n"), 2, target("q", 1, 99)),
                acknowledged(node("n"), 1, target("p", 1, 1)).report());
        assertThat(expired(7, null, pin)).containsExactly(2L);
    }

    @Test
    void whatANodeWouldStartWithIsKept() {
        var report = new NodeReport(1, target("q", 5, 99), null, null, new ServedStatus(1L, digest(1)));
        assertThat(expired(7, null, with(told(node("n"), 2, null), report))).containsExactly(2L);
    }

    @Test
    void whatIsPinnedIsKept() {
        assertThat(expired(7, new PinSpec(1L, null))).containsExactly(2L);
    }

    @Test
    void theNewestIsKeptWhileAnOlderOneIsServed() {
        var expired = Retention.expired("p", TEN, 1, served(2, 2), new PinSpec(2L, null), List.of());
        assertThat(expired)
                .extracting(SnapshotFacts::generation)
                .doesNotContain(10L, 9L, 2L)
                .hasSize(7);
    }

    @Test
    void nothingGoesWhileNothingIsServed() {
        assertThat(Retention.expired("p", TEN, 1, null, null, List.of())).isEmpty();
    }

    @Test
    void whatAnEarlierPolicyLeftBehindGoesUnlessANodeHoldsIt() {
        var held = snapshot("p", "older", Set.of(), 11, 11, ChangeKind.CHANGE);
        var idle = snapshot("p", "older", Set.of(), 12, 12, ChangeKind.CHANGE);
        var collected = snapshot("p", "older", Set.of("older"), 13, 13, ChangeKind.CHANGE);
        var lineage = Lineage.of("p", "uid-p", List.of(snapshot("p", 14, 14), held, idle, collected));
        var pin = acknowledged(node("n"), 1, target("p", 11, 11));
        assertThat(Retention.expired("p", lineage, 10, served(14, 14), null, List.of(pin)))
                .containsExactly(idle);
    }

    @Test
    void aPartThatAManifestNamesIsKept() {
        var parts = Retention.parts(List.of("a", "b"), Set.of("a", "b"), Retention.Parts.UNSEEN, NOON);
        assertThat(parts).isEqualTo(Retention.Parts.UNSEEN);
    }

    @Test
    void aPartGoesAnHourAfterTheLastManifestThatNamedIt() {
        var first = Retention.parts(List.of("a", "b"), Set.of("a"), Retention.Parts.UNSEEN, NOON);
        assertThat(first.expired()).isEmpty();
        assertThat(first.next()).contains(NOON.plus(Duration.ofHours(1)));

        var before = Retention.parts(List.of("a", "b"), Set.of("a"), first, NOON.plusSeconds(3599));
        assertThat(before.expired()).isEmpty();

        var after = Retention.parts(List.of("a", "b"), Set.of("a"), before, NOON.plusSeconds(3600));
        assertThat(after.expired()).containsExactly("b");
    }

    @Test
    void aPartThatIsNamedAgainBeginsAnew() {
        var first = Retention.parts(List.of("a"), Set.of(), Retention.Parts.UNSEEN, NOON);
        var named = Retention.parts(List.of("a"), Set.of("a"), first, NOON.plusSeconds(3000));
        var unnamed = Retention.parts(List.of("a"), Set.of(), named, NOON.plusSeconds(4000));
        assertThat(unnamed.expired()).isEmpty();
        assertThat(unnamed.unnamedSince()).isEqualTo(Map.of("a", NOON.plusSeconds(4000)));
    }
}
