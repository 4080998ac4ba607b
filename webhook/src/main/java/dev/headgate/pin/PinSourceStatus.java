package dev.headgate.pin;

import dev.headgate.api.PinRefusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a source of pins stands, for readiness, metrics and administrators.
 *
 * @param target what is to be served, or null where nothing is
 * @param active what is served, or null where nothing is
 * @param refusal why the target is not served, or null
 * @param details words on the refusal, or on what else is wrong: findings of a directory, damage on the disk; may be empty
 * @param lastContactUnixMillis when the source was heard last, or -1: the API server, or the directory
 * @param refusals of targets since the start
 */
public record PinSourceStatus(
        @Nullable Generation target,
        @Nullable Generation active,
        @Nullable PinRefusal refusal,
        List<String> details,
        long lastContactUnixMillis,
        long refusals) {
    public PinSourceStatus {
        details = List.copyOf(details);
    }

    /** A generation of a policy, and its content. */
    public record Generation(String policy, long generation, String digest) {}
}
