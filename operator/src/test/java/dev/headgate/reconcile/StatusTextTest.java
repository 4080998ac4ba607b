package dev.headgate.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.policy.Finding;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class StatusTextTest {
    @Test
    void twentyFindingsAreListedAndTheRestIsCounted() {
        var findings = Collections.nCopies(23, new Finding("p".repeat(600), "r", "a"));
        assertThat(StatusText.findings(findings))
                .hasSize(20)
                .allMatch(finding -> finding.path().length() == 512);
        assertThat(StatusText.omitted(findings)).isEqualTo(3);
        assertThat(StatusText.omitted(findings.subList(0, 20))).isNull();
    }

    @Test
    void aCutNeverSplitsACharacter() {
        String text = "ab" + "\uD83D\uDE00".repeat(4);
        assertThat(StatusText.bounded(text, 5)).isEqualTo("ab\uD83D\uDE00…");
        assertThat(StatusText.bounded(text, 4)).isEqualTo("ab…");
        assertThat(StatusText.bounded(text, 10)).isEqualTo(text);
    }
}
