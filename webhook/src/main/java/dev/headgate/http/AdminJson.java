package dev.headgate.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.headgate.authority.AdmissionAuthority.PinRecord;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.policy.Durations;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What administrators, probes and the curious are shown. */
final class AdminJson {
    private AdminJson() {}

    static Buffer quota(List<Quota> quotas) {
        return JsonOutput.object(128 * (1 + quotas.size()), out -> {
            out.writeArrayFieldStart("quotas");
            for (Quota quota : quotas) {
                out.writeStartObject();
                out.writeStringField("scope", quota.scope().spelling());
                out.writeStringField("name", quota.name());
                out.writeStringField("dimension", quota.dimension().spelling());
                out.writeNumberField("used", quota.used());
                if (quota.limit() != null) {
                    out.writeNumberField("limit", quota.limit());
                }
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    /** What is pinned now; an empty object has no {@code pinned}. */
    static Buffer policy(@Nullable PinRecord pinned, long nowUnixMillis) {
        return JsonOutput.object(256, out -> {
            if (pinned != null) {
                out.writeObjectFieldStart("pinned");
                write(out, pinned);
                out.writeStringField("age", Durations.format(nowUnixMillis - pinned.pinnedUnixMillis()));
                out.writeEndObject();
            }
        });
    }

    static Buffer policyHistory(List<PinRecord> pins) {
        return JsonOutput.object(256 * (1 + pins.size()), out -> {
            out.writeArrayFieldStart("pins");
            for (PinRecord pin : pins) {
                out.writeStartObject();
                write(out, pin);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    private static void write(JsonGenerator out, PinRecord pin) throws IOException {
        out.writeStringField("name", pin.policyName());
        out.writeNumberField("generation", pin.generation());
        out.writeStringField("digest", pin.digest());
        out.writeStringField("pinnedAt", Timestamps.format(pin.pinnedUnixMillis()));
    }

    static Buffer version(String version) {
        return JsonOutput.object(256, out -> {
            out.writeStringField("version", version);
            out.writeArrayFieldStart("features");
            for (String feature : List.of("admissions", "resolutions", "permits", "cancellations", "load")) {
                out.writeString(feature);
            }
            out.writeEndArray();
        });
    }

    static Buffer readiness(List<Readiness.Check> checks) {
        return JsonOutput.object(512, out -> {
            out.writeBooleanField("ready", checks.stream().allMatch(Readiness.Check::ok));
            out.writeArrayFieldStart("checks");
            for (Readiness.Check check : checks) {
                out.writeStartObject();
                out.writeStringField("name", check.name());
                out.writeBooleanField("ok", check.ok());
                if (!check.ok()) {
                    out.writeStringField("missing", check.missing());
                }
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }
}
