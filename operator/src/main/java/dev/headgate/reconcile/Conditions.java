package dev.headgate.reconcile;

import dev.headgate.fleet.Verdict;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Verdicts as conditions, which also say since when. */
final class Conditions {
    /** What the schema of a condition allows. */
    private static final int MESSAGE_LENGTH = 32_768;

    private Conditions() {}

    /**
     * The conditions of a status.
     *
     * @param before those it has; one whose truth stays keeps its time
     * @param generation {@code metadata.generation} of what was judged
     */
    static List<Condition> of(List<Verdict> verdicts, List<Condition> before, @Nullable Long generation, Instant now) {
        Map<String, Condition> known =
                before.stream().collect(Collectors.toMap(Condition::getType, Function.identity(), (_, last) -> last));
        return verdicts.stream()
                .map(verdict -> {
                    Condition old = known.get(verdict.type());
                    boolean stays = old != null && verdict.truth().word().equals(old.getStatus());
                    return new ConditionBuilder()
                            .withType(verdict.type())
                            .withStatus(verdict.truth().word())
                            .withReason(verdict.reason())
                            .withMessage(StatusText.bounded(verdict.message(), MESSAGE_LENGTH))
                            .withObservedGeneration(generation)
                            .withLastTransitionTime(
                                    stays && old != null ? old.getLastTransitionTime() : StatusText.time(now))
                            .build();
                })
                .toList();
    }

    /** The verdicts whose truth is another than before; one that is merely pending is no news. */
    static List<Verdict> news(List<Verdict> verdicts, List<Condition> before) {
        return verdicts.stream()
                .filter(verdict -> verdict.truth() != Verdict.Truth.UNKNOWN)
                .filter(verdict -> before.stream()
                        .noneMatch(old -> Objects.equals(old.getType(), verdict.type())
                                && verdict.truth().word().equals(old.getStatus())))
                .toList();
    }
}
