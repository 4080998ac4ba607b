package dev.headgate.reconcile;

import dev.headgate.fleet.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events, on changes only. They are for people who watch; the status is what stands. */
final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    /** Where Kubernetes puts the events of what has no namespace. */
    private static final String CLUSTER_SCOPE = "default";
    /** What the API server takes. */
    private static final int NOTE_LENGTH = 1_000;

    private static final int PREFIX_LENGTH = 200;

    private final KubernetesClient client;
    private final String identity;
    private final Clock clock;

    EventRecorder(KubernetesClient client, String identity, Clock clock) {
        this.client = client;
        this.identity = identity;
        this.clock = clock;
    }

    /** The API server appends a few letters to it, and wants a name even without them. */
    static String prefix(String name) {
        String start = name.substring(0, Math.min(PREFIX_LENGTH, name.length()));
        return start.replaceAll("[.-]+$", "") + "-";
    }

    /** One event for each verdict that is another than before. */
    void announce(HasMetadata about, List<Verdict> news) {
        for (var verdict : news) {
            boolean fine =
                    verdict.truth() == Verdict.Truth.TRUE || verdict.reason().equals("NotPinned");
            record(about, fine, verdict.reason(), "Judge" + verdict.type(), verdict.message());
        }
    }

    /**
     * One event.
     *
     * @param reason one word in upper camel case: what happened
     * @param action one word: what was being done
     */
    void record(HasMetadata about, boolean fine, String reason, String action, String note) {
        var metadata = about.getMetadata();
        String namespace = Objects.requireNonNullElse(metadata.getNamespace(), CLUSTER_SCOPE);
        var event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(prefix(metadata.getName()))
                .withNamespace(namespace)
                .endMetadata()
                .withEventTime(new MicroTime(
                        clock.instant().truncatedTo(ChronoUnit.MICROS).toString()))
                .withType(fine ? "Normal" : "Warning")
                .withReason(reason)
                .withAction(action)
                .withNote(StatusText.bounded(note, NOTE_LENGTH))
                .withReportingController("headgate.dev/operator")
                .withReportingInstance(identity)
                .withRegarding(new ObjectReferenceBuilder()
                        .withApiVersion(about.getApiVersion())
                        .withKind(about.getKind())
                        .withNamespace(metadata.getNamespace())
                        .withName(metadata.getName())
                        .withUid(metadata.getUid())
                        .withResourceVersion(metadata.getResourceVersion())
                        .build())
                .build();
        try {
            client.events().v1().events().inNamespace(namespace).resource(event).create();
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .setMessage("cannot record an event")
                    .addKeyValue("reason", reason)
                    .addKeyValue("error", e.getMessage())
                    .log();
        }
    }
}
