package dev.headgate.pin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.headgate.admission.Placement;
import dev.headgate.api.PinTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node remembers of pinning over restarts: one file, so that order and content never disagree.
 *
 * @param observed the assignment of the highest order that was seen, or null
 * @param good what was served last and is served at the next start, or null
 * @param history which content each generation had, the oldest first; bounded
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PinRecord(@Nullable Observed observed, @Nullable Good good, List<Seen> history) {
    static final int MAX_HISTORY = 64;
    static final PinRecord EMPTY = new PinRecord(null, null, List.of());

    PinRecord {
        history = history == null ? List.of() : List.copyOf(history);
    }

    /** An assignment. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Observed(
            String nodeUid, long assignment, @Nullable PinTarget target, Placement placement) {}

    /** A snapshot that was decoded and served; its parts are in the {@link PartStore}. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Good(
            String policy,
            @Nullable String policyUid,
            long generation,
            String digest,
            int schemaVersion,
            List<String> parts,
            Placement placement,
            String since) {
        Good {
            parts = List.copyOf(parts);
        }

        boolean isOf(PinTarget target) {
            return policy.equals(target.policy())
                    && generation == target.generation()
                    && digest.equals(target.digest());
        }
    }

    /**
     * A generation that was served.
     *
     * @param lineage UID of the policy, or its name where that is unknown: another UID is another lineage
     */
    record Seen(String lineage, long generation, String digest) {}

    static String lineage(String policy, @Nullable String policyUid) {
        return policyUid == null || policyUid.isEmpty() ? "name:" + policy : policyUid;
    }

    /** Whether this generation was served before with other content. */
    boolean isReused(String lineage, long generation, String digest) {
        return history.stream()
                .anyMatch(seen ->
                        seen.lineage.equals(lineage) && seen.generation == generation && !seen.digest.equals(digest));
    }

    PinRecord observing(Observed next) {
        return new PinRecord(next, good, history);
    }

    PinRecord unpinned() {
        return new PinRecord(observed, null, history);
    }

    PinRecord serving(Good next) {
        Seen seen = new Seen(lineage(next.policy, next.policyUid), next.generation, next.digest);
        List<Seen> kept = new java.util.ArrayList<>(history);
        kept.remove(seen);
        kept.add(seen);
        return new PinRecord(observed, next, kept.subList(Math.max(0, kept.size() - MAX_HISTORY), kept.size()));
    }
}
