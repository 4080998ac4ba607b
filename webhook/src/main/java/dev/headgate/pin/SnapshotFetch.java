package dev.headgate.pin;

import dev.headgate.admission.Placement;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotPartReference;
import dev.headgate.api.SnapshotPartSpec;
import dev.headgate.pin.ClusterObjects.Answer;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.snapshot.Decoded;
import dev.headgate.snapshot.Snapshot.Part;
import dev.headgate.snapshot.SnapshotCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fetches the snapshot of a target: the manifest, and only the parts that are not on the disk. Trusts nothing but digests. */
final class SnapshotFetch {
    private final ClusterObjects cluster;
    private final PartStore store;
    /** Waited once before the first part that is missing, so that a fleet does not arrive at once. */
    private final Runnable spread;

    SnapshotFetch(ClusterObjects cluster, PartStore store, Runnable spread) {
        this.cluster = cluster;
        this.store = store;
        this.spread = spread;
    }

    /** What became of it. */
    sealed interface Fetched {
        /** Verified from digest to rules. */
        record Complete(PinRecord.Good good, AdmissionPolicy policy, List<Part> parts) implements Fetched {}

        /** The target is not to be had as it was assigned. */
        record Refused(PinRefusal reason, String detail) implements Fetched {}

        /** The API server does not say. */
        record Unavailable(String why) implements Fetched {}
    }

    Fetched fetch(PinTarget target, Placement placement, PinRecord record, String since) {
        String name = target.policy() + "-" + target.generation();
        return switch (cluster.manifest(name)) {
            case Answer.Absent<PolicySnapshotSpec> _ ->
                new Fetched.Refused(PinRefusal.PART_MISSING, "there is no PolicySnapshot " + name);
            case Answer.Unavailable<PolicySnapshotSpec>(var why) -> new Fetched.Unavailable(why);
            case Answer.Found<PolicySnapshotSpec>(var manifest) ->
                withManifest(target, manifest, placement, record, since);
        };
    }

    private Fetched withManifest(
            PinTarget target, PolicySnapshotSpec manifest, Placement placement, PinRecord record, String since) {
        if (!target.policy().equals(manifest.policy())
                || !target.generation().equals(manifest.generation())
                || !target.digest().equals(manifest.digest())) {
            return new Fetched.Refused(PinRefusal.DIGEST_MISMATCH, "the manifest is not what was assigned");
        }
        String lineage = PinRecord.lineage(manifest.policy(), manifest.policyUid());
        if (record.isReused(lineage, target.generation(), target.digest())) {
            return new Fetched.Refused(
                    PinRefusal.GENERATION_REUSED, "this generation was served before with other content");
        }
        if (manifest.schemaVersion() != SnapshotCodec.SCHEMA_VERSION) {
            return new Fetched.Refused(PinRefusal.UNSUPPORTED_SCHEMA, "schema version " + manifest.schemaVersion());
        }
        if (manifest.parts().size() > SnapshotCodec.MAX_PARTS) {
            return new Fetched.Refused(PinRefusal.TOO_LARGE, manifest.parts().size() + " parts");
        }
        List<Part> parts = new ArrayList<>();
        boolean spreadOut = false;
        for (SnapshotPartReference reference : manifest.parts()) {
            Optional<Part> kept = store.read(reference.digest());
            if (kept.isPresent()) {
                parts.add(kept.get());
                continue;
            }
            if (!spreadOut) {
                spread.run();
                spreadOut = true;
            }
            switch (part(reference)) {
                case Answer.Found<Part>(var part) -> parts.add(part);
                case Answer.Absent<Part> _ -> {
                    return new Fetched.Refused(PinRefusal.PART_MISSING, "there is no SnapshotPart " + reference.name());
                }
                case Answer.Unavailable<Part>(var why) -> {
                    return new Fetched.Unavailable(why);
                }
            }
        }
        return decode(target, manifest, parts, placement, since);
    }

    private Answer<Part> part(SnapshotPartReference reference) {
        return switch (cluster.part(reference.name())) {
            case Answer.Found<SnapshotPartSpec>(var spec) ->
                // Named by the reference: the decoder holds the content to the digest that the manifest names.
                new Answer.Found<>(new Part(reference.digest(), spec.content()));
            case Answer.Absent<SnapshotPartSpec> _ -> new Answer.Absent<>();
            case Answer.Unavailable<SnapshotPartSpec>(var why) -> new Answer.Unavailable<>(why);
        };
    }

    private static Fetched decode(
            PinTarget target, PolicySnapshotSpec manifest, List<Part> parts, Placement placement, String since) {
        return switch (SnapshotCodec.decode(manifest.schemaVersion(), target.digest(), parts)) {
            case Decoded.Policy(var policy) ->
                new Fetched.Complete(
                        new PinRecord.Good(
                                target.policy(),
                                manifest.policyUid(),
                                target.generation(),
                                target.digest(),
                                manifest.schemaVersion(),
                                parts.stream().map(Part::digest).toList(),
                                placement,
                                since),
                        policy,
                        parts);
            case Decoded.Refused(var reason, var detail) -> new Fetched.Refused(refusal(reason), detail);
        };
    }

    private static PinRefusal refusal(Decoded.Refusal reason) {
        return switch (reason) {
            case DIGEST_MISMATCH -> PinRefusal.DIGEST_MISMATCH;
            case UNSUPPORTED_SCHEMA -> PinRefusal.UNSUPPORTED_SCHEMA;
            case COMPILE_FAILED -> PinRefusal.COMPILE_FAILED;
            case PART_MISSING -> PinRefusal.PART_MISSING;
            case TOO_LARGE -> PinRefusal.TOO_LARGE;
        };
    }
}
