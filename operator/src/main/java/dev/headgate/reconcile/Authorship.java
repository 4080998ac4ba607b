package dev.headgate.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who caused a change, as far as the API server knows.
 *
 * @param fieldManager of the latest write to a spec
 * @param cause what that object's annotation {@code headgate.dev/change-cause} says
 */
record Authorship(@Nullable String fieldManager, @Nullable String cause) {
    private static final String CHANGE_CAUSE = "headgate.dev/change-cause";

    private record Write(HasMetadata object, String manager, Instant time) {}

    /**
     * Finds the latest write to the spec of any of the objects. Times are whole seconds: of writes of one second, as when a folder is
     * applied, one that says why comes first.
     *
     * @param since writes before this did not cause it: the deletion of another object did, of which nothing remains; null if any may
     *     have
     */
    static Authorship of(Collection<? extends HasMetadata> objects, @Nullable Instant since) {
        Optional<Write> latest = objects.stream()
                .flatMap(object -> object.getMetadata().getManagedFields().stream()
                        .filter(Authorship::wroteSpec)
                        .map(entry -> new Write(object, entry.getManager(), Instant.parse(entry.getTime()))))
                .filter(write -> since == null || !write.time().isBefore(since))
                .max(Comparator.comparing(Write::time).thenComparing(write -> cause(write.object()) != null));
        return latest.map(write -> new Authorship(write.manager(), cause(write.object())))
                .orElseGet(() -> new Authorship(null, null));
    }

    /**
     * Who pinned a policy: the field manager of {@code spec.rollout.pin}, which is exact where writes of one second are not.
     *
     * @param policy with such a pin
     */
    static Authorship ofPin(HasMetadata policy) {
        return policy.getMetadata().getManagedFields().stream()
                .filter(entry -> wroteSpec(entry) && owns(entry, "f:spec", "f:rollout", "f:pin"))
                .max(Comparator.comparing(entry -> Instant.parse(entry.getTime())))
                .map(entry -> new Authorship(entry.getManager(), cause(policy)))
                .orElseGet(() -> of(List.of(policy), null));
    }

    private static boolean owns(ManagedFieldsEntry entry, String... path) {
        Object fields = entry.getFieldsV1().getAdditionalProperties();
        for (String step : path) {
            fields = fields instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return fields != null;
    }

    private static boolean wroteSpec(ManagedFieldsEntry entry) {
        boolean main = entry.getSubresource() == null || entry.getSubresource().isEmpty();
        return main
                && entry.getManager() != null
                && entry.getTime() != null
                && entry.getFieldsV1() != null
                && entry.getFieldsV1().getAdditionalProperties().containsKey("f:spec");
    }

    private static @Nullable String cause(HasMetadata object) {
        var annotations = object.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(CHANGE_CAUSE);
    }
}
