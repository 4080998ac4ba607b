package dev.headgate.pin;

import dev.headgate.api.ActivePin;
import dev.headgate.api.AttemptedPin;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.ServedStatus;
import dev.headgate.policy.Durability;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node says of itself in the status of its object; a pure function of what it knows. */
final class Acknowledgement {
    private Acknowledgement() {}

    /**
     * The starts of the process, and how far its fencing tokens go.
     *
     * @param bootEpoch rises with each start
     * @param fencingCeiling every token handed out is below it
     */
    record Boot(long bootEpoch, long fencingCeiling, Durability durability) {}

    /**
     * The status.
     *
     * @param served what is served, or null
     * @param refusal why the observed target is not served, or null
     * @param before the status that was written last: a condition that stays keeps its time
     * @param now as RFC 3339
     */
    static NodePinStatus of(
            PinRecord record,
            PinRecord.@Nullable Good served,
            @Nullable PinRefusal refusal,
            Boot boot,
            @Nullable NodePinStatus before,
            String now) {
        PinRecord.Observed observed = record.observed();
        PinTarget target = observed == null ? null : observed.target();
        PinRecord.Good kept = record.good();
        List<Condition> old = before == null ? List.of() : before.conditions();
        return new NodePinStatus(
                observed == null ? null : observed.assignment(),
                served == null
                        ? null
                        : new ActivePin(served.policy(), served.generation(), served.digest(), served.since()),
                target == null ? null : new AttemptedPin(target.generation(), target.digest(), refusal),
                kept == null ? null : new ServedStatus(kept.generation(), kept.digest()),
                boot.bootEpoch(),
                Long.toString(boot.fencingCeiling()),
                boot.durability(),
                List.of(
                        pinned(served, old, now),
                        durable(boot.durability(), old, now),
                        ready(target, served, refusal, old, now)));
    }

    private static Condition pinned(PinRecord.@Nullable Good served, List<Condition> old, String now) {
        return served == null
                ? condition("Pinned", false, "NotPinned", "Nothing is served; every admission is refused.", old, now)
                : condition("Pinned", true, "Pinned", "A policy is served.", old, now);
    }

    private static Condition durable(Durability durability, List<Condition> old, String now) {
        return switch (durability) {
            case JOURNAL ->
                condition("Durable", true, "Journal", "A restart of the endpoint forgets no permit.", old, now);
            case MEMORY ->
                condition("Durable", false, "MemoryOnly", "A restart of the endpoint forgets its permits.", old, now);
        };
    }

    private static Condition ready(
            @Nullable PinTarget target,
            PinRecord.@Nullable Good served,
            @Nullable PinRefusal refusal,
            List<Condition> old,
            String now) {
        if (target == null) {
            return condition("Ready", false, "NoTarget", "No policy selects this node.", old, now);
        }
        if (served != null && served.isOf(target) && refusal == null) {
            return condition("Ready", true, "TargetServed", "The target is served.", old, now);
        }
        return refusal == null
                ? condition("Ready", false, "Fetching", "The target is not served yet.", old, now)
                : condition(
                        "Ready", false, spelling(refusal), "The target is refused; what was served goes on.", old, now);
    }

    private static Condition condition(
            String type, boolean status, String reason, String message, List<Condition> old, String now) {
        String value = status ? "True" : "False";
        String since = old.stream()
                .filter(condition -> type.equals(condition.getType()) && value.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElse(now);
        return new ConditionBuilder()
                .withType(type)
                .withStatus(value)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .build();
    }

    static String spelling(PinRefusal refusal) {
        return switch (refusal) {
            case DIGEST_MISMATCH -> "DigestMismatch";
            case GENERATION_REUSED -> "GenerationReused";
            case UNSUPPORTED_SCHEMA -> "UnsupportedSchema";
            case COMPILE_FAILED -> "CompileFailed";
            case PART_MISSING -> "PartMissing";
            case TOO_LARGE -> "TooLarge";
            case DURABILITY_UNAVAILABLE -> "DurabilityUnavailable";
            case ASSIGNMENT_CONFLICT -> "AssignmentConflict";
        };
    }
}
