package dev.headgate.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.AdmissionAuthority.PinRecord;
import dev.headgate.policy.Durations;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as an answer: problem details of RFC 9457 (design pages 6 and 13).
 *
 * @param rejection why
 * @param status of HTTP
 * @param detail a sentence about a mistake of form, or null
 * @param unknownOutcome whether what was asked for may be in effect all the same
 * @param retryAfterMillis when to try again, or 0 where that would not help
 * @param instance names this one answer, here and in the debug log
 */
record Problem(
        Rejection rejection,
        int status,
        @Nullable String detail,
        boolean unknownOutcome,
        long retryAfterMillis,
        UUID instance) {

    /** What every {@code type} begins with; the node serves the same pages under {@code /reasons/}. */
    static final String TYPE_PREFIX = "https://headgate.dev/reasons/";

    private static final long OCCUPIED_HINT_MILLIS = 500;
    private static final long UNAVAILABLE_HINT_MILLIS = 2_000;

    static Problem of(Rejection rejection) {
        Reason reason = rejection.reason();
        return new Problem(rejection, reason.status(), null, false, hintMillis(reason), randomInstance());
    }

    static Problem of(FormError error) {
        Rejection rejection = new Rejection(Reason.MALFORMED_REQUEST, null, null, error.field(), null, null);
        return new Problem(rejection, error.status(), error.detail(), false, 0, randomInstance());
    }

    /** The record of what was asked for could not be made durable in time. */
    static Problem ofUnknownOutcome() {
        Reason reason = Reason.JOURNAL_UNAVAILABLE;
        return new Problem(
                Rejection.of(reason),
                reason.status(),
                "The record of this request is not on stable storage yet; repeat the request to learn what became of it.",
                true,
                hintMillis(reason),
                randomInstance());
    }

    /** A hint within a fifth of the configured one, so that those who were refused together do not come back together. */
    private static long hintMillis(Reason reason) {
        if (!reason.retryable()) {
            return 0;
        }
        long hint = reason.status() == 503 ? UNAVAILABLE_HINT_MILLIS : OCCUPIED_HINT_MILLIS;
        return hint + ThreadLocalRandom.current().nextLong(-hint / 5, hint / 5 + 1);
    }

    private static UUID randomInstance() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long version4 = (random.nextLong() & ~0xF000L) | 0x4000L;
        long variant = (random.nextLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(version4, variant);
    }

    /** The value of {@code Retry-After}: whole seconds, at least 1, never earlier than the hint; 0 where there is none. */
    long retryAfterSeconds() {
        return Math.ceilDiv(retryAfterMillis, 1_000L);
    }

    /**
     * The body.
     *
     * @param policy what is pinned, for an authenticated caller; null for others
     */
    Buffer body(@Nullable PinRecord policy) {
        return JsonOutput.object(512, out -> write(out, policy));
    }

    /** The members of the body, into an object that is open. */
    void write(JsonGenerator out, @Nullable PinRecord policy) throws IOException {
        Reason reason = rejection.reason();
        out.writeStringField("type", TYPE_PREFIX + reason.spelling());
        out.writeStringField("title", title(reason));
        out.writeNumberField("status", status);
        if (detail != null) {
            out.writeStringField("detail", detail);
        }
        out.writeStringField("instance", "urn:uuid:" + instance);
        out.writeStringField("code", reason.code().spelling());
        out.writeStringField("reason", reason.spelling());
        out.writeBooleanField("retryable", reason.retryable());
        if (retryAfterMillis > 0) {
            out.writeStringField("retryAfter", Durations.format(retryAfterMillis));
        }
        if (unknownOutcome) {
            out.writeStringField("outcome", "unknown");
        }
        if (rejection.field() != null) {
            out.writeStringField("field", rejection.field());
        }
        if (rejection.scope() != null) {
            out.writeObjectFieldStart("limit");
            out.writeStringField("scope", rejection.scope().spelling());
            if (rejection.dimension() != null) {
                out.writeStringField("dimension", rejection.dimension().spelling());
            }
            out.writeStringField("reason", reason.spelling());
            out.writeEndObject();
        }
        if (rejection.permitState() != null) {
            out.writeObjectFieldStart("permit");
            out.writeStringField("state", rejection.permitState().spelling());
            if (rejection.settlementCause() != null) {
                out.writeStringField(
                        "settlementCause", rejection.settlementCause().spelling());
            }
            out.writeEndObject();
        }
        if (policy != null) {
            out.writeObjectFieldStart("policy");
            out.writeNumberField("generation", policy.generation());
            out.writeStringField("digest", policy.digest());
            out.writeEndObject();
        }
    }

    private static String title(Reason reason) {
        String words = reason.spelling().replace('-', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
