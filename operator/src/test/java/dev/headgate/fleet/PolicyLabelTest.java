package dev.headgate.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PolicyLabelTest {
    @Test
    void aShortNameIsItsOwnLabel() {
        assertThat(PolicyLabel.value("edge")).isEqualTo("edge");
    }

    @Test
    void longNamesOfTheSameBeginningGetLegalLabelsOfTheirOwn() {
        String one = PolicyLabel.value("a".repeat(199) + "b");
        String other = PolicyLabel.value("a".repeat(199) + "c");
        assertThat(one)
                .hasSize(63)
                .matches("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
                .isNotEqualTo(other);
    }
}
