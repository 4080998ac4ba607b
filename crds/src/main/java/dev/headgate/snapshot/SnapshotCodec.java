package dev.headgate.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Revalidation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Between a policy and the parts of its snapshot (design page 5). Encoding is deterministic; decoding accepts exactly what
 * encoding makes of a valid policy and nothing else. Pure.
 */
public final class SnapshotCodec {
    /** The version of the canonical form that this program writes, and the only one it reads. */
    public static final int SCHEMA_VERSION = 1;
    /** The most parts of a snapshot; the schema of PolicySnapshot says the same. */
    public static final int MAX_PARTS = 2_000;

    private SnapshotCodec() {}

    /** The canonical form of a valid policy. */
    public static Snapshot encode(AdmissionPolicy policy) {
        List<Snapshot.Part> parts = Partition.of(Entries.of(policy)).stream()
                .map(content -> new Snapshot.Part(Digests.of(content), content))
                .toList();
        return new Snapshot(SCHEMA_VERSION, manifestDigest(SCHEMA_VERSION, parts), parts);
    }

    /**
     * The policy of a snapshot, verified from digest to rules.
     *
     * @param schemaVersion as the manifest says
     * @param digest as the assignment says
     * @param parts in the order of the manifest
     */
    public static Decoded decode(int schemaVersion, String digest, List<Snapshot.Part> parts) {
        if (schemaVersion != SCHEMA_VERSION) {
            return refused(
                    Decoded.Refusal.UNSUPPORTED_SCHEMA,
                    "schema version " + schemaVersion + "; this program reads " + SCHEMA_VERSION);
        }
        if (parts.isEmpty()) {
            return refused(Decoded.Refusal.PART_MISSING, "a snapshot has at least one part");
        }
        if (parts.size() > MAX_PARTS) {
            return refused(Decoded.Refusal.TOO_LARGE, parts.size() + " parts; at most " + MAX_PARTS);
        }
        for (int i = 0; i < parts.size(); i++) {
            String content = parts.get(i).content();
            if (content.length() > Partition.MAX_BYTES
                    || content.getBytes(StandardCharsets.UTF_8).length > Partition.MAX_BYTES) {
                return refused(
                        Decoded.Refusal.TOO_LARGE, "part " + i + " has more than " + Partition.MAX_BYTES + " bytes");
            }
            if (!Digests.of(content).equals(parts.get(i).digest())) {
                return refused(
                        Decoded.Refusal.DIGEST_MISMATCH, "the content of part " + i + " is not what its digest says");
            }
        }
        if (!manifestDigest(schemaVersion, parts).equals(digest)) {
            return refused(Decoded.Refusal.DIGEST_MISMATCH, "the parts are not those that the digest says");
        }
        return parse(parts);
    }

    private static Decoded parse(List<Snapshot.Part> parts) {
        AdmissionPolicy policy;
        try {
            policy = Entries.read(entries(parts));
        } catch (JsonProcessingException | Entries.MalformedEntry e) {
            return refused(Decoded.Refusal.COMPILE_FAILED, "the content is no policy: " + firstLine(e));
        }
        var findings = Revalidation.check(policy);
        if (!findings.isEmpty()) {
            return refused(
                    Decoded.Refusal.COMPILE_FAILED, findings.size() + " findings; first: " + findings.getFirst());
        }
        if (!encode(policy).parts().equals(parts)) {
            return refused(Decoded.Refusal.COMPILE_FAILED, "the content is not in canonical form");
        }
        return new Decoded.Policy(policy);
    }

    private static SortedMap<String, String> entries(List<Snapshot.Part> parts)
            throws JsonProcessingException, Entries.MalformedEntry {
        var entries = new TreeMap<String, String>();
        for (Snapshot.Part part : parts) {
            JsonNode tree = CanonicalJson.MAPPER.readTree(part.content());
            if (!tree.isObject()) {
                throw new Entries.MalformedEntry("of a part");
            }
            tree.properties()
                    .forEach(entry ->
                            entries.put(entry.getKey(), entry.getValue().toString()));
        }
        return entries;
    }

    private static String manifestDigest(int schemaVersion, List<Snapshot.Part> parts) {
        var manifest = new StringBuilder("{\"parts\":[");
        for (int i = 0; i < parts.size(); i++) {
            manifest.append(i == 0 ? "\"" : ",\"").append(parts.get(i).digest()).append('"');
        }
        return Digests.of(manifest.append("],\"schemaVersion\":")
                .append(schemaVersion)
                .append('}')
                .toString());
    }

    private static Decoded refused(Decoded.Refusal reason, String detail) {
        return new Decoded.Refused(reason, detail);
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
