package dev.headgate.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EventRecorderTest {
    @Test
    void namesOfEventsBeginWithTheNameOfWhatTheyAreAbout() {
        assertThat(EventRecorder.prefix("edge")).isEqualTo("edge-");
    }

    @Test
    void aLongNameIsCutWhereANameMayEnd() {
        assertThat(EventRecorder.prefix("a".repeat(199) + "." + "b".repeat(50))).isEqualTo("a".repeat(199) + "-");
    }
}
