package dev.headgate.snapshot;

import java.util.List;

/**
 * The canonical form of one compiled policy: parts that are addressed by their content, and the digest over their list
 * (design page 5, "Making a snapshot").
 *
 * @param schemaVersion of the canonical form
 * @param digest {@code sha256:<64 hex digits>} of the canonical manifest: schema version and part digests in order
 * @param parts in the order of the manifest
 */
public record Snapshot(int schemaVersion, String digest, List<Part> parts) {
    public Snapshot {
        parts = List.copyOf(parts);
    }

    /**
     * One part.
     *
     * @param digest {@code sha256:<64 hex digits>} of the UTF-8 bytes of the content
     * @param content canonical JSON, at most 50,000 bytes of UTF-8
     */
    public record Part(String digest, String content) {
        /** The name of the object that holds it: {@code part-} and the first 40 hex digits of the digest. */
        public String name() {
            return "part-" + digest.substring("sha256:".length(), "sha256:".length() + 40);
        }
    }
}
