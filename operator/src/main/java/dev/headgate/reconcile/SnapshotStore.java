package dev.headgate.reconcile;

import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodePin;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotAudit;
import dev.headgate.api.SnapshotPart;
import dev.headgate.api.SnapshotPartReference;
import dev.headgate.api.SnapshotPartSpec;
import dev.headgate.fleet.PinFacts;
import dev.headgate.fleet.PolicyLabel;
import dev.headgate.fleet.Retention;
import dev.headgate.fleet.SnapshotFacts;
import dev.headgate.snapshot.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and takes away snapshots and their parts. They are immutable, so there is creating, adding an owner, and deleting.
 *
 * <p>Order of writes (page 13): parts, manifest, a look that every part is there. Only a snapshot that came through is served. One lock
 * keeps the sweep of parts out of the time between a part and the manifest that names it.
 */
final class SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final FleetView view;
    private final Object order = new Object();
    private Retention.Parts sweep = Retention.Parts.UNSEEN;

    SnapshotStore(KubernetesClient client, FleetView view) {
        this.client = client;
        this.view = view;
    }

    /**
     * Makes a generation.
     *
     * @throws KubernetesClientException with code 409 if somebody made one of that number: the view lags
     */
    SnapshotFacts make(NodeAdmissionPolicy policy, Snapshot content, long generation, SnapshotAudit audit) {
        synchronized (order) {
            writeParts(policy, content);
            var metadata = policy.getMetadata();
            var manifest = new PolicySnapshot();
            manifest.setMetadata(new ObjectMetaBuilder()
                    .withName(metadata.getName() + "-" + generation)
                    .withLabels(Map.of(PolicyLabel.KEY, PolicyLabel.value(metadata.getName())))
                    .withOwnerReferences(Facts.ownedBy(policy))
                    .build());
            manifest.setSpec(new PolicySnapshotSpec(
                    content.schemaVersion(),
                    metadata.getName(),
                    metadata.getUid(),
                    generation,
                    content.digest(),
                    content.digest().substring("sha256:".length(), "sha256:".length() + 12),
                    content.parts().stream().map(SnapshotStore::reference).toList(),
                    audit));
            PolicySnapshot written = client.resource(manifest).create();
            view.snapshots.wrote(written);
            LOG.atInfo()
                    .setMessage("made a generation")
                    .addKeyValue("snapshot", manifest.getMetadata().getName())
                    .addKeyValue("digest", content.digest())
                    .addKeyValue("parts", content.parts().size())
                    .log();
            return Facts.snapshot(written);
        }
    }

    private static SnapshotPartReference reference(Snapshot.Part part) {
        return new SnapshotPartReference(
                part.name(), part.digest(), part.content().getBytes(StandardCharsets.UTF_8).length);
    }

    /** Makes what an earlier policy of the name left behind a generation of this one. */
    SnapshotFacts adopt(NodeAdmissionPolicy policy, Snapshot content, SnapshotFacts orphan) {
        synchronized (order) {
            writeParts(policy, content);
            PolicySnapshot manifest = view.snapshots.get(orphan.name());
            if (manifest == null) {
                throw new KubernetesClientException(
                        "the snapshot to adopt is gone", HttpURLConnection.HTTP_CONFLICT, null);
            }
            PolicySnapshot adopted = own(policy, manifest);
            view.snapshots.wrote(adopted);
            LOG.atInfo()
                    .setMessage("adopted a generation")
                    .addKeyValue("snapshot", orphan.name())
                    .log();
            return Facts.snapshot(adopted);
        }
    }

    /** Sees to it that all parts exist and that the policy owns them; writes only what is missing. */
    void writeParts(NodeAdmissionPolicy policy, Snapshot content) {
        synchronized (order) {
            for (var part : content.parts()) {
                SnapshotPart present = view.parts.get(part.name());
                view.parts.wrote(present == null ? create(policy, part) : own(policy, part, present));
            }
        }
    }

    private SnapshotPart create(NodeAdmissionPolicy policy, Snapshot.Part part) {
        var object = new SnapshotPart();
        object.setMetadata(new ObjectMetaBuilder()
                .withName(part.name())
                .withOwnerReferences(Facts.ownedBy(policy))
                .build());
        object.setSpec(new SnapshotPartSpec(part.digest(), part.content()));
        try {
            return client.resource(object).create();
        } catch (KubernetesClientException e) {
            SnapshotPart present =
                    client.resources(SnapshotPart.class).withName(part.name()).get();
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || present == null) {
                throw e;
            }
            return own(policy, part, present);
        }
    }

    private SnapshotPart own(NodeAdmissionPolicy policy, Snapshot.Part part, SnapshotPart present) {
        if (!present.getSpec().content().equals(part.content())) {
            // Its name is the digest of its content, which the API server does not check: somebody else wrote it.
            throw new IllegalStateException(
                    "part " + part.name() + " holds other content than its digest says; delete it");
        }
        return own(policy, present);
    }

    private <T extends HasMetadata> T own(NodeAdmissionPolicy policy, T object) {
        var owners = object.getMetadata().getOwnerReferences();
        String uid = policy.getMetadata().getUid();
        if (owners.stream().anyMatch(owner -> owner.getUid().equals(uid))) {
            return object;
        }
        List<OwnerReference> all = new ArrayList<>(owners);
        all.add(Facts.ownedBy(policy));
        var patch = Map.of(
                "metadata",
                Map.of("resourceVersion", object.getMetadata().getResourceVersion(), "ownerReferences", all));
        return client.resource(object).patch(MERGE, Serialization.asJson(patch));
    }

    /** Whether the API server has every part of a snapshot, now. */
    boolean complete(SnapshotFacts snapshot) {
        return snapshot.parts().stream()
                .allMatch(part ->
                        client.resources(SnapshotPart.class).withName(part).get() != null);
    }

    /** The pins of all nodes as the API server has them now; before something is deleted that a node might need. */
    List<PinFacts> pinsNow() {
        return client.resources(NodePin.class).list().getItems().stream()
                .map(Facts::pin)
                .toList();
    }

    /** Deletes manifests. */
    void delete(List<SnapshotFacts> expired) {
        for (var snapshot : expired) {
            PolicySnapshot manifest = view.snapshots.get(snapshot.name());
            if (manifest != null && delete(manifest)) {
                LOG.atInfo()
                        .setMessage("deleted a generation that nobody needs")
                        .addKeyValue("snapshot", snapshot.name())
                        .log();
            }
        }
    }

    /**
     * Deletes the parts that no manifest has named for an hour.
     *
     * @return when to look again, if any part waits
     */
    Optional<Instant> sweepParts(Instant now) {
        synchronized (order) {
            Set<String> named = view.snapshots.all().stream()
                    .flatMap(snapshot -> snapshot.getSpec().parts().stream())
                    .map(SnapshotPartReference::name)
                    .collect(Collectors.toSet());
            List<String> present = view.parts.all().stream()
                    .map(part -> part.getMetadata().getName())
                    .toList();
            sweep = Retention.parts(present, named, sweep, now);
            for (String name : sweep.expired()) {
                SnapshotPart part = view.parts.get(name);
                if (part != null && delete(part)) {
                    LOG.atInfo()
                            .setMessage("deleted a part that no generation names")
                            .addKeyValue("part", name)
                            .log();
                }
            }
            return sweep.next();
        }
    }

    /** Deletes what was decided on and nothing newer; somebody may just have come to own it. */
    private boolean delete(HasMetadata object) {
        try {
            client.resource(object)
                    .lockResourceVersion(object.getMetadata().getResourceVersion())
                    .delete();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            return false;
        }
    }
}
