package dev.headgate.reconcile;

import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.SnapshotPart;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.snapshot.Decoded;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands in snapshots: catalogs fall back to their last good form there. Keeps the few that are asked for again and again. */
final class SnapshotContents {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotContents.class);
    private static final int KEPT = 16;

    private final FleetView view;
    private final Map<String, AdmissionPolicy> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, AdmissionPolicy> eldest) {
            return size() > KEPT;
        }
    };

    SnapshotContents(FleetView view) {
        this.view = view;
    }

    /** The policy of a snapshot, or nothing if a part of it is missing or is not what it should be. */
    synchronized Optional<AdmissionPolicy> of(PolicySnapshot snapshot) {
        var spec = snapshot.getSpec();
        AdmissionPolicy known = kept.get(spec.digest());
        if (known != null) {
            return Optional.of(known);
        }
        List<Snapshot.Part> parts = new ArrayList<>();
        for (var reference : spec.parts()) {
            SnapshotPart part = view.parts.get(reference.name());
            if (part == null) {
                return unreadable(snapshot, "part " + reference.name() + " is not there");
            }
            parts.add(new Snapshot.Part(part.getSpec().digest(), part.getSpec().content()));
        }
        return switch (SnapshotCodec.decode(spec.schemaVersion(), spec.digest(), parts)) {
            case Decoded.Policy(AdmissionPolicy policy) -> {
                kept.put(spec.digest(), policy);
                yield Optional.of(policy);
            }
            case Decoded.Refused refused -> unreadable(snapshot, refused.detail());
        };
    }

    private static Optional<AdmissionPolicy> unreadable(PolicySnapshot snapshot, String why) {
        LOG.atWarn()
                .setMessage("cannot read a snapshot: catalogs cannot fall back to it")
                .addKeyValue("snapshot", snapshot.getMetadata().getName())
                .addKeyValue("why", why)
                .log();
        return Optional.empty();
    }
}
