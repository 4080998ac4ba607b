package dev.headgate.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.policy.Compilation.CatalogOutcome;
import dev.headgate.policy.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CatalogReportTest {
    private static final Finding FINDING = new Finding("spec.revisions[r1].trustClass", "no such class", "name one");

    private static CatalogClaim claim(
            String policy, @Nullable CatalogOutcome outcome, @Nullable Long holding, boolean pinned, boolean ready) {
        return new CatalogClaim(policy, outcome, holding, pinned, ready);
    }

    private static List<String> verdicts(CatalogClaim... claims) {
        return CatalogReport.of(Arrays.asList(claims)).verdicts().stream()
                .map(verdict -> verdict.type() + "=" + verdict.truth().word() + "/" + verdict.reason())
                .toList();
    }

    @Test
    void aCatalogThatNobodyClaimsSaysSo() {
        assertThat(verdicts())
                .containsExactly("Accepted=False/Unclaimed", "Programmed=False/Unclaimed", "Ready=False/Unclaimed");
    }

    @Test
    void aCatalogIsReadyWhenEachPolicyThatClaimsItServesItEverywhere() {
        var claims = List.of(
                claim("b", new CatalogOutcome.Included("t"), 4L, false, true),
                claim("a", new CatalogOutcome.Included("t"), 2L, false, true));
        var report = CatalogReport.of(claims);
        assertThat(report.verdicts()).allMatch(verdict -> verdict.truth() == Verdict.Truth.TRUE);
        assertThat(report.serving().entrySet()).containsExactly(Map.entry("a", 2L), Map.entry("b", 4L));
    }

    @Test
    void aCatalogIsNotReadyWhileANodeLags() {
        assertThat(verdicts(claim("a", new CatalogOutcome.Included("t"), 2L, false, false)))
                .containsExactly("Accepted=True/Accepted", "Programmed=True/Programmed", "Ready=False/NodesPending");
    }

    @Test
    void aCatalogWithFindingsIsLeftOut() {
        var report = CatalogReport.of(
                List.of(claim("a", new CatalogOutcome.Excluded("t", List.of(FINDING)), null, false, true)));
        assertThat(report.findings()).containsExactly(FINDING);
        assertThat(report.verdicts().getFirst().message()).isEqualTo("policy a leaves it out: " + FINDING);
        assertThat(report.verdicts()).allMatch(verdict -> verdict.truth() == Verdict.Truth.FALSE);
    }

    @Test
    void aCatalogWithFindingsSaysThatItsLastGoodFormIsKept() {
        var report = CatalogReport.of(
                List.of(claim("a", new CatalogOutcome.LastGood("t", List.of(FINDING)), null, false, true)));
        assertThat(report.verdicts().getFirst().message()).contains("policy a keeps its last good form");
    }

    @Test
    void theSameFindingOfTwoPoliciesIsListedOnce() {
        var report = CatalogReport.of(List.of(
                claim("a", new CatalogOutcome.Excluded("t", List.of(FINDING)), null, false, true),
                claim("b", new CatalogOutcome.Excluded("t", List.of(FINDING)), null, false, true)));
        assertThat(report.findings()).containsExactly(FINDING);
    }

    @Test
    void aPolicyThatDoesNotCompileLeavesItOpenWhetherTheCatalogWould() {
        assertThat(verdicts(claim("a", null, null, false, false)))
                .containsExactly(
                        "Accepted=Unknown/PolicyNotCompiled", "Programmed=False/NotHeld", "Ready=False/NotHeld");
    }

    @Test
    void aPinnedPolicyHoldsTheCatalogBack() {
        assertThat(verdicts(claim("a", new CatalogOutcome.Included("t"), null, true, true)))
                .containsExactly("Accepted=True/Accepted", "Programmed=False/HeldBack", "Ready=False/HeldBack");
    }

    @Test
    void theStateIsTheWorstThatAPolicyMakesOfIt() {
        var ready = claim("a", new CatalogOutcome.Included("t"), 2L, false, true);
        var lagging = claim("b", new CatalogOutcome.Included("t"), 2L, false, false);
        var notHeld = claim("b", new CatalogOutcome.Included("t"), null, false, true);
        var unheard = claim("b", null, null, false, true);
        var kept = claim("c", new CatalogOutcome.LastGood("t", List.of(FINDING)), null, false, true);
        var excluded = claim("d", new CatalogOutcome.Excluded("t", List.of(FINDING)), null, false, true);

        assertThat(state()).isEqualTo(CatalogState.UNCLAIMED);
        assertThat(state(ready)).isEqualTo(CatalogState.READY);
        assertThat(state(ready, lagging)).isEqualTo(CatalogState.PENDING);
        assertThat(state(ready, notHeld)).isEqualTo(CatalogState.PENDING);
        assertThat(state(ready, unheard)).isEqualTo(CatalogState.PENDING);
        assertThat(state(kept, ready, lagging)).isEqualTo(CatalogState.KEPT);
        assertThat(state(excluded, kept, ready)).isEqualTo(CatalogState.EXCLUDED);
    }

    private static CatalogState state(CatalogClaim... claims) {
        return CatalogReport.of(Arrays.asList(claims)).state();
    }
}
