package dev.headgate.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.Bounds;
import dev.headgate.api.Formats;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, 250",
        "2s, 2000",
        "1m30s, 90000",
        "1h, 3600000",
        "0s, 0",
        "1h2m3s4ms, 3723004",
        "10s30m1h, 5410000",
        "100ms200ms300ms, 600",
        "99999h, 359996400000",
        "99998h59m60s, 359996400000"
    })
    void aDurationIsReadAsTheGatewayApiReadsIt(String text, long millis) {
        assertThat(Durations.parseMillis(text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2",
                "s",
                "2S",
                "-2s",
                "+2s",
                "1.5s",
                "100000s",
                " 2s",
                "2s ",
                "2us",
                "1m30",
                "1h1h1h1h1h",
                "99999h1ms",
                "२s"
            })
    void whatIsNoDurationIsNot(String text) {
        assertThat(Durations.parseMillis(text)).isEqualTo(Durations.MALFORMED);
    }

    @Test
    void whatIsReadIsWhatThePatternOfTheSchemaAllows() {
        var pattern = Pattern.compile(Formats.DURATION);
        var random = new Random(17);
        int read = 0;
        for (int i = 0; i < 100_000; i++) {
            var text = new StringBuilder();
            int length = random.nextInt(8);
            for (int at = 0; at < length; at++) {
                text.append("0123456789hmsmsms".charAt(random.nextInt(17)));
            }
            // Seven characters cannot say more than the longest duration.
            boolean is = Durations.parseMillis(text.toString()) != Durations.MALFORMED;
            assertThat(is).as(text.toString()).isEqualTo(pattern.matcher(text).matches());
            read += is ? 1 : 0;
        }
        assertThat(read).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "-5, 0s",
        "250, 250ms",
        "1475, 1475ms",
        "2000, 2s",
        "90000, 1m30s",
        "3600000, 1h",
        "99999, 99999ms",
        "123456, 2m3s456ms"
    })
    void aDurationIsWrittenInFewUnits(long millis, String text) {
        assertThat(Durations.format(millis)).isEqualTo(text);
    }

    @Test
    void everyDurationThatIsWrittenIsReadAsItself() {
        var random = new Random(17);
        for (int i = 0; i < 10_000; i++) {
            long millis = random.nextLong(1L << (1 + i % 38));
            assertThat(Durations.parseMillis(Durations.format(millis))).isEqualTo(millis);
        }
        assertThat(Durations.parseMillis(Durations.format(Bounds.DURATION_MILLIS)))
                .isEqualTo(Bounds.DURATION_MILLIS);
    }

    @ParameterizedTest
    @ValueSource(longs = {Bounds.DURATION_MILLIS + 1, Bounds.DURATION_MILLIS + 3_600_000, Long.MAX_VALUE})
    void whatIsOutOfRangeIsWrittenAsNoDuration(long millis) {
        assertThat(Durations.parseMillis(Durations.format(millis))).isEqualTo(Durations.MALFORMED);
    }
}
