package dev.headgate.fleet;

import dev.headgate.api.PinSpec;
import dev.headgate.api.ServedStatus;
import dev.headgate.policy.Finding;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which generation the nodes of a policy are to serve (design page 5, "Rollback").
 *
 * @param served absent only while there is none
 * @param hold what {@code spec.rollout.pin} does to it
 */
public record Serving(@Nullable SnapshotFacts served, Hold hold) {

    /** What {@code spec.rollout.pin} does. */
    public sealed interface Hold {
        /** It is not set: the newest generation is served. */
        record None() implements Hold {}

        /**
         * It holds the policy at a generation.
         *
         * @param heldBack how many generations were made since
         */
        record Held(long heldBack) implements Hold {}

        /**
         * It names what cannot be served: what was served stays.
         *
         * @param reason {@code GenerationNotRetained} or {@code PinMismatch}
         */
        record Refused(String reason, Finding finding) implements Hold {}
    }

    /**
     * Decides.
     *
     * @param pin {@code spec.rollout.pin}
     * @param lineage the generations, the one that was just made included
     * @param before what was served until now, as the status says
     * @param policy name of the policy
     * @param pins of all nodes; where the status was lost, they know what is served
     */
    public static Serving of(
            @Nullable PinSpec pin,
            Lineage lineage,
            @Nullable ServedStatus before,
            String policy,
            Collection<PinFacts> pins) {
        if (pin == null) {
            return new Serving(lineage.newest().orElse(null), new Hold.None());
        }
        Optional<SnapshotFacts> wanted = lineage.generation(pin.generation());
        if (wanted.isEmpty()) {
            return new Serving(stays(lineage, before, policy, pins), notRetained(pin, lineage));
        }
        String digest = pin.digest();
        if (digest != null && !digest.equals(wanted.get().digest())) {
            return new Serving(stays(lineage, before, policy, pins), mismatch(pin, wanted.get()));
        }
        long newest = lineage.newest().orElseThrow().generation();
        return new Serving(wanted.get(), new Hold.Held(newest - wanted.get().generation()));
    }

    private static @Nullable SnapshotFacts stays(
            Lineage lineage, @Nullable ServedStatus before, String policy, Collection<PinFacts> pins) {
        if (before != null) {
            return retained(lineage, before).orElse(null);
        }
        Map<ServedStatus, Long> told = pins.stream()
                .map(PinFacts::target)
                .filter(Objects::nonNull)
                .filter(target -> target.policy().equals(policy))
                .map(target -> new ServedStatus(target.generation(), target.digest()))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return told.entrySet().stream()
                .filter(entry -> retained(lineage, entry.getKey()).isPresent())
                .max(Map.Entry.<ServedStatus, Long>comparingByValue()
                        .thenComparing(entry -> entry.getKey().generation()))
                .flatMap(entry -> retained(lineage, entry.getKey()))
                .orElse(null);
    }

    private static Optional<SnapshotFacts> retained(Lineage lineage, ServedStatus served) {
        return lineage.generation(served.generation())
                .filter(snapshot -> snapshot.digest().equals(served.digest()));
    }

    private static Hold.Refused notRetained(PinSpec pin, Lineage lineage) {
        String kept = lineage.own().stream()
                .map(snapshot -> Long.toString(snapshot.generation()))
                .limit(20)
                .collect(Collectors.joining(", "));
        return new Hold.Refused(
                "GenerationNotRetained",
                new Finding(
                        "spec.rollout.pin.generation",
                        "generation " + pin.generation() + " is not retained",
                        kept.isEmpty()
                                ? "no generation is retained yet; take the pin away"
                                : "name one of " + kept + ", or take the pin away"));
    }

    private static Hold.Refused mismatch(PinSpec pin, SnapshotFacts snapshot) {
        return new Hold.Refused(
                "PinMismatch",
                new Finding(
                        "spec.rollout.pin.digest",
                        "generation " + pin.generation() + " has another digest",
                        "write " + snapshot.digest() + ", or leave the digest out"));
    }
}
