package dev.headgate.fleet;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.ChangeRecord;
import dev.headgate.api.PinTarget;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What becomes of the content that a policy compiles to (design page 5, "Making a snapshot"). */
public sealed interface GenerationDecision {
    /** It is the newest generation already: nothing is made. */
    record Same(SnapshotFacts newest) implements GenerationDecision {}

    /** It is what an earlier policy of this name left behind: that becomes the first generation of this one. */
    record Adopt(SnapshotFacts orphan) implements GenerationDecision {}

    /**
     * It becomes a generation.
     *
     * @param generation its number; above all that were ever used for this name, as far as anybody knows
     * @param kind {@code ROLLBACK} if it was a generation before: an old file applied again
     * @param previous the newest one until now
     */
    record Make(long generation, ChangeKind kind, @Nullable SnapshotFacts previous) implements GenerationDecision {}

    /**
     * Decides.
     *
     * @param digest of the compiled content
     * @param policy name of the policy
     * @param lineage its generations
     * @param history its changes so far
     * @param pins of all nodes; after etcd was restored they know higher numbers than the API server
     */
    static GenerationDecision of(
            String digest,
            String policy,
            Lineage lineage,
            Collection<ChangeRecord> history,
            Collection<PinFacts> pins) {
        Optional<SnapshotFacts> newest = lineage.newest();
        if (newest.isPresent() && newest.get().digest().equals(digest)) {
            return new Same(newest.get());
        }
        if (newest.isEmpty()) {
            Optional<SnapshotFacts> orphan = lineage.orphans().stream()
                    .filter(candidate -> candidate.digest().equals(digest))
                    .findFirst();
            if (orphan.isPresent()) {
                return new Adopt(orphan.get());
            }
        }
        long highest = Math.max(lineage.highestNumber(), highestKnown(policy, history, pins));
        return new Make(Math.addExact(highest, 1), kind(digest, lineage, history), newest.orElse(null));
    }

    private static ChangeKind kind(String digest, Lineage lineage, Collection<ChangeRecord> history) {
        if (lineage.own().isEmpty() && history.isEmpty()) {
            return ChangeKind.INITIAL;
        }
        boolean known =
                lineage.own().stream().anyMatch(snapshot -> snapshot.digest().equals(digest))
                        || history.stream().anyMatch(change -> change.toDigest().equals(digest));
        return known ? ChangeKind.ROLLBACK : ChangeKind.CHANGE;
    }

    private static long highestKnown(String policy, Collection<ChangeRecord> history, Collection<PinFacts> pins) {
        long highest = 0;
        for (var change : history) {
            highest = Math.max(highest, change.toGeneration());
        }
        for (var pin : pins) {
            for (var told :
                    new @Nullable PinTarget[] {pin.target(), pin.report().active()}) {
                if (told != null && told.policy().equals(policy)) {
                    highest = Math.max(highest, told.generation());
                }
            }
            var active = pin.report().active();
            var good = pin.report().lastKnownGood();
            // What a node starts with does not say whose it is; where it serves this policy it most likely is ours, and
            // a gap in
            // the numbers harms nobody.
            if (good != null && active != null && active.policy().equals(policy)) {
                highest = Math.max(highest, good.generation());
            }
        }
        return highest;
    }
}
