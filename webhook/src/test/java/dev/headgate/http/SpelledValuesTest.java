package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments and hosts, as they are read and written. */
class SpelledValuesTest {

    @Test
    void momentsAreWrittenAsTheJdkWritesThem() {
        DateTimeFormatter expected =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
        Random random = new Random(19);
        for (int i = 0; i < 20_000; i++) {
            long millis = random.nextLong(-60_000_000_000_000L, 250_000_000_000_000L);
            String text = Timestamps.format(millis);
            assertThat(text).isEqualTo(expected.format(Instant.ofEpochMilli(millis)));
            assertThat(Timestamps.parseMillis(text)).isEqualTo(millis);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T12:00:01Z, 2026-11-30T12:00:01Z",
        "2026-11-30t12:00:01.5z, 2026-11-30T12:00:01.500Z",
        "2026-11-30T12:00:01.123456789+02:30, 2026-11-30T09:30:01.123Z",
        "2024-02-29T00:00:00-01:00, 2024-02-29T01:00:00Z"
    })
    void momentsAreReadWithAnyZone(String text, String instant) {
        assertThat(Timestamps.parseMillis(text))
                .isEqualTo(Instant.parse(instant).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-30",
                "2026-11-30T12:00:01",
                "2026-11-30T12:00Z",
                "2026-11-31T12:00:01Z",
                "2025-02-29T12:00:01Z",
                "2026-11-30T24:00:01Z",
                "2026-11-30T12:00:60Z",
                "2026-11-30T12:00:01.Z",
                "2026-11-30T12:00:01+0200",
                "2026-11-30T12:00:01+24:00",
                "2026-11-30 12:00:01Z",
                "2026-11-30T12:00:01Zx"
            })
    void whatIsNoMomentIsNot(String text) {
        assertThat(Timestamps.parseMillis(text)).isEqualTo(Timestamps.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, ALLOWED",
        "LOCALHOST:8470, ALLOWED",
        "127.0.0.1:1, ALLOWED",
        "127.9.9.9, ALLOWED",
        "[::1]:80, ALLOWED",
        "headgate.example, ALLOWED",
        "Headgate.Example:443, ALLOWED",
        "fd00::7, MALFORMED",
        "[fd00::7], ALLOWED",
        "evil.headgate.example, UNKNOWN",
        "headgate.example.evil, UNKNOWN",
        "127.0.0.1.evil, UNKNOWN",
        "10.0.0.1, UNKNOWN",
        "localhost:, ALLOWED",
        "localhost:port, MALFORMED",
        "localhost:123456, MALFORMED",
        "user@localhost, MALFORMED",
        "'', MALFORMED",
        "[::1, MALFORMED",
        "a/b, MALFORMED"
    })
    void hostsAreJudgedByNameAlone(String authority, Hosts.Verdict verdict) {
        Hosts hosts = new Hosts(Set.of("headgate.example", "fd00::7"));

        assertThat(hosts.judge(authority)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | true",
                "*/* | true",
                "application/* | true",
                "text/html, application/json;q=0.5 | true",
                "text/html, */*;q=0.1 | true",
                "text/html | false",
                "application/json;q=0 | false",
                "*/*, application/json;q=0.0 | false",
                "application/json;q=0.001 | true"
            })
    void whatACallerAcceptsIsHeeded(String accept, boolean accepted) {
        assertThat(Media.JSON.acceptedBy(accept)).isEqualTo(accepted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "nonsense"
            })
    void aTraceParentThatIsNotValidIsNotContinued(String text) {
        assertThat(TraceParent.answering(text)).isNull();
    }
}
