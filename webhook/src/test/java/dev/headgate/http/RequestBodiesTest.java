package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.RequestedBudget;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the bad-input table that are about JSON (design page 7). */
class RequestBodiesTest {
    private static final String TARGET = """
            "target": {"service": "payments", "route": "default", "contract": "payments.v1", "function": "authorize"}""";

    private static Parsed<AdmissionRequest> read(byte[] body) {
        return JsonInput.read(body, RequestBodies::admission);
    }

    private static Parsed<AdmissionRequest> read(String body) {
        return read(body.getBytes(StandardCharsets.UTF_8));
    }

    /** An admission with more members. */
    private static String with(String members) {
        return "{\"activationId\": \"a-1\", \"payloadBytes\": 1, " + TARGET + members + "}";
    }

    private static AdmissionRequest good(String body) {
        return switch (read(body)) {
            case Parsed.Read<AdmissionRequest>(AdmissionRequest request) -> request;
            case Parsed.Malformed<AdmissionRequest>(FormError error) -> throw new AssertionError(error);
        };
    }

    private static FormError bad(Parsed<AdmissionRequest> parsed) {
        return switch (parsed) {
            case Parsed.Read<AdmissionRequest>(AdmissionRequest request) -> throw new AssertionError(request);
            case Parsed.Malformed<AdmissionRequest>(FormError error) -> error;
        };
    }

    private static @Nullable String fieldAtFault(String body) {
        FormError error = bad(read(body));
        assertThat(error.status()).isEqualTo(400);
        return error.field();
    }

    @Test
    void aRequestIsReadIntoWhatItMeans() {
        AdmissionRequest request = good(with("""
                        , "tenant": "acme", "onBehalfOf": "u", "routingKey": "k", "priority": 5,
                        "budget": {"wallTime": "1m30s", "cpuFuel": 7, "memory": "64Mi", "hostCalls": 0},
                        "deadline": "2026-11-30T13:00:01.5+01:00", "attributes": {"a": "ü"}"""));

        assertThat(request.budget())
                .isEqualTo(new RequestedBudget(
                        90_000,
                        7,
                        64L << 20,
                        0,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT));
        assertThat(request.deadlineUnixMillis())
                .isEqualTo(Instant.parse("2026-11-30T12:00:01.500Z").toEpochMilli());
        assertThat(request.attributes()).containsEntry("a", "ü");
        assertThat(request.selection().toString()).contains("routingKey=k");
    }

    @Test
    void whatIsLeftOutAddsNothing() {
        AdmissionRequest request = good(with(""));

        assertThat(request.tenant()).isNull();
        assertThat(request.priority()).isZero();
        assertThat(request.budget()).isEqualTo(RequestedBudget.UNSPECIFIED);
        assertThat(request.deadlineUnixMillis()).isEqualTo(AdmissionRequest.NO_DEADLINE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "renew",
                "wait",
                "estimate",
                "invocation",
                "items",
                "idempotencyKey",
                "started",
                "Tenant",
                "deadLine",
                ""
            })
    void anUnknownFieldIsRefusedWithoutSayingItsName(String name) {
        FormError error = bad(read(with(", \"" + name + "\": 1")));

        assertThat(error.field()).isNull();
        assertThat(error.detail()).isEqualTo("The body has a field that the schema does not know.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"priority\": 1.5 | priority",
                "\"priority\": 1.0 | priority",
                "\"priority\": 1e2 | priority",
                "\"priority\": \"1\" | priority",
                "\"priority\": -1 | priority",
                "\"priority\": 2147483648 | priority",
                "\"priority\": null | priority",
                "\"budget\": {\"cpuFuel\": 9007199254740992} | budget.cpuFuel",
                "\"budget\": {\"cpuFuel\": 9223372036854775808} | budget.cpuFuel",
                "\"budget\": {\"cpuFuel\": -1} | budget.cpuFuel",
                "\"budget\": {\"memory\": 1} | budget.memory",
                "\"budget\": {\"memory\": \"-1\"} | budget.memory",
                "\"budget\": {\"memory\": \"1.5\"} | budget.memory",
                "\"budget\": {\"memory\": \"9Ei\"} | budget.memory",
                "\"budget\": {\"wallTime\": \"2\"} | budget.wallTime",
                "\"budget\": {\"wallTime\": 2} | budget.wallTime",
                "\"budget\": {\"fuel\": 2} | budget",
                "\"budget\": {\"cpuFuel\": 1, \"cpuFuel\": 1} | budget.cpuFuel",
                "\"budget\": [] | budget",
                "\"deadline\": \"2026-11-30T12:00:01\" | deadline",
                "\"deadline\": 1764500000000 | deadline",
                "\"attributes\": {\"a\": 1} | attributes",
                "\"attributes\": {\"a\": \"1\", \"a\": \"2\"} | attributes",
                "\"attributes\": null | attributes",
                "\"tenant\": {} | tenant",
                "\"activationId\": \"again\" | activationId"
            })
    void aBadValueIsRefusedWithThePathOfItsField(String member, String field) {
        assertThat(fieldAtFault(with(", " + member))).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}}",
                "{} {}",
                "{'activationId': 1}",
                "{\"priority\": NaN}",
                "{\"priority\": 01}",
                "{\"priority\": +1}",
                "{\"a\": 1,}",
                "/**/{}",
                "{\"priority\": 123456789012345678901234567890123456789}"
            })
    void whatIsNotOneJsonObjectIsRefused(String body) {
        assertThat(bad(read(body)).status()).isEqualTo(400);
    }

    @Test
    void textBehindTheObjectIsRefused() {
        assertThat(bad(read(with("") + " x")).detail()).contains("JSON");
        assertThat(bad(read(with("") + "{}")).detail()).isEqualTo("Something follows the JSON object.");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(bad(read("{\"attributes\": " + "{\"a\": ".repeat(30) + "1" + "}".repeat(31)))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aTextOfMoreThan8192CharactersIsRefused() {
        assertThat(bad(read(with(", \"tenant\": \"" + "a".repeat(8_193) + "\"")))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c0 80", "ff", "e2 82", "ed a0 80", "f4 90 80 80", "80"})
    void badUtf8IsRefused(String hex) {
        byte[] broken = HexFormat.ofDelimiter(" ").parseHex(hex);
        byte[] body = with(", \"tenant\": \"@@@@\"").getBytes(StandardCharsets.UTF_8);
        int at = new String(body, StandardCharsets.UTF_8).indexOf("@@@@");
        System.arraycopy(broken, 0, body, at, broken.length);

        assertThat(bad(read(body)).detail()).isEqualTo("The body is not valid UTF-8.");
    }

    @Test
    void nothingThatWasSentIsInAnError() {
        for (String body : new String[] {
            "{\"SECRET\": 1}",
            with(", \"priority\": \"SECRET\""),
            with(", \"attributes\": {\"SECRET\": 1}"),
            "SECRET",
            "{\"SECRET"
        }) {
            assertThat(bad(read(body)).toString()).doesNotContain("SECRET");
        }
    }

    @Test
    void eitherTargetOrRevisionIsGiven() {
        assertThat(fieldAtFault("{\"activationId\": \"a\", \"payloadBytes\": 1}"))
                .isEqualTo("target");
        assertThat(fieldAtFault(with("""
                                , "revision": {"tenant": "a", "service": "a", "route": "a", "contract": "a", "function": "a",
                                "revision": "a", "release": "a", "generation": 1, "digest": "a"}"""))).isEqualTo("revision");
    }

    @Test
    void requiredFieldsAreRequired() {
        assertThat(fieldAtFault("{\"payloadBytes\": 1, " + TARGET + "}")).isEqualTo("activationId");
        assertThat(fieldAtFault("{\"activationId\": \"a\", " + TARGET + "}")).isEqualTo("payloadBytes");
        assertThat(fieldAtFault("{\"activationId\": \"a\", \"payloadBytes\": 1, \"target\": {}}"))
                .isEqualTo("target.service");
    }
}
