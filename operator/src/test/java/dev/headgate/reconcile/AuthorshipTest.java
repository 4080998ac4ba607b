package dev.headgate.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.NodeAdmissionPolicy;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AuthorshipTest {
    private static ManagedFieldsEntry write(String manager, String time, String subresource, String field) {
        var fields = new FieldsV1();
        fields.setAdditionalProperty(field, Map.of());
        return new ManagedFieldsEntryBuilder()
                .withManager(manager)
                .withTime(time)
                .withSubresource(subresource)
                .withFieldsV1(fields)
                .build();
    }

    private static NodeAdmissionPolicy object(String cause, ManagedFieldsEntry... writes) {
        var object = new NodeAdmissionPolicy();
        object.setMetadata(new ObjectMetaBuilder()
                .withAnnotations(Map.of("headgate.dev/change-cause", cause))
                .withManagedFields(writes)
                .build());
        return object;
    }

    @Test
    void theLatestWriterOfASpecIsTheAuthorAndItsObjectSaysWhy() {
        var policy = object("policy", write("argocd", "2026-12-01T10:00:00Z", "", "f:spec"));
        var catalog = object("catalog", write("helm", "2026-12-01T11:00:00Z", "", "f:spec"));
        assertThat(Authorship.of(List.of(policy, catalog), null)).isEqualTo(new Authorship("helm", "catalog"));
    }

    @Test
    void ofWritesOfOneSecondTheOneThatSaysWhyIsTheCause() {
        var policy = object("first policy", write("kubectl", "2026-12-01T10:00:00Z", "", "f:spec"));
        var catalog = object("unused", write("kubectl", "2026-12-01T10:00:00Z", "", "f:spec"));
        catalog.getMetadata().setAnnotations(Map.of());

        assertThat(Authorship.of(List.of(policy, catalog), null)).isEqualTo(new Authorship("kubectl", "first policy"));
        assertThat(Authorship.of(List.of(catalog, policy), null)).isEqualTo(new Authorship("kubectl", "first policy"));
    }

    @Test
    void whoWroteStatusOrMetadataIsNotTheAuthor() {
        var policy = object(
                "why",
                write("argocd", "2026-12-01T10:00:00Z", "", "f:spec"),
                write("headgate-operator", "2026-12-01T12:00:00Z", "status", "f:status"),
                write("somebody", "2026-12-01T12:00:00Z", "", "f:metadata"));
        assertThat(Authorship.of(List.of(policy), null)).isEqualTo(new Authorship("argocd", "why"));
    }

    @Test
    void whoHoldsThePinPinned() {
        var pin = write("kubectl-patch", "2026-12-01T10:00:00Z", "", "f:rollout");
        var fields = new FieldsV1();
        fields.setAdditionalProperty("f:spec", Map.of("f:rollout", Map.of("f:pin", Map.of())));
        pin.setFieldsV1(fields);
        var policy = object("why", write("argocd", "2026-12-01T10:00:00Z", "", "f:spec"), pin);
        assertThat(Authorship.ofPin(policy)).isEqualTo(new Authorship("kubectl-patch", "why"));
    }

    @Test
    void aWriteBeforeTheLastGenerationDidNotCauseThisOne() {
        var policy = object("why", write("argocd", "2026-12-01T10:00:00Z", "", "f:spec"));
        assertThat(Authorship.of(List.of(policy), Instant.parse("2026-12-01T10:00:01Z")))
                .isEqualTo(new Authorship(null, null));
        assertThat(Authorship.of(List.of(policy), Instant.parse("2026-12-01T10:00:00Z")))
                .isEqualTo(new Authorship("argocd", "why"));
    }
}
