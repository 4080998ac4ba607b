package dev.headgate.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The generations of one policy. They belong to its UID: what another policy of the same name left behind is not one of them, unless
 * it was adopted, which its owner says (design page 13).
 */
public final class Lineage {
    private final List<SnapshotFacts> own;
    private final List<SnapshotFacts> orphans;
    private final long highestNumber;

    private Lineage(List<SnapshotFacts> own, List<SnapshotFacts> orphans, long highestNumber) {
        this.own = own;
        this.orphans = orphans;
        this.highestNumber = highestNumber;
    }

    /**
     * Picks the snapshots of a policy.
     *
     * @param policy its name
     * @param uid its UID
     * @param snapshots of any policy
     */
    public static Lineage of(String policy, String uid, Collection<SnapshotFacts> snapshots) {
        List<SnapshotFacts> own = new ArrayList<>();
        List<SnapshotFacts> orphans = new ArrayList<>();
        long highest = 0;
        for (var snapshot : snapshots) {
            if (!snapshot.policy().equals(policy)) {
                continue;
            }
            highest = Math.max(highest, snapshot.generation());
            if (snapshot.owners().contains(uid) || snapshot.policyUid().equals(uid)) {
                own.add(snapshot);
            } else if (snapshot.owners().isEmpty()) {
                orphans.add(snapshot);
            }
            // What somebody else owns goes away with its owner.
        }
        var newestFirst = Comparator.comparingLong(SnapshotFacts::generation).reversed();
        own.sort(newestFirst);
        orphans.sort(newestFirst);
        return new Lineage(List.copyOf(own), List.copyOf(orphans), highest);
    }

    /** This lineage with one generation more. */
    public Lineage with(SnapshotFacts snapshot) {
        var all = Stream.concat(Stream.of(snapshot), own.stream())
                .sorted(Comparator.comparingLong(SnapshotFacts::generation).reversed())
                .toList();
        var others = orphans.stream()
                .filter(orphan -> !orphan.name().equals(snapshot.name()))
                .toList();
        return new Lineage(all, others, Math.max(highestNumber, snapshot.generation()));
    }

    /** This lineage, were a generation not retained. Its number stays used. */
    public Lineage without(SnapshotFacts snapshot) {
        var rest = own.stream()
                .filter(candidate -> !candidate.name().equals(snapshot.name()))
                .toList();
        return new Lineage(rest, orphans, highestNumber);
    }

    /** All retained generations, newest first. */
    public List<SnapshotFacts> own() {
        return own;
    }

    /** What a policy of the same name left behind, that nobody owns; newest first. */
    public List<SnapshotFacts> orphans() {
        return orphans;
    }

    /** The generation with the highest number. */
    public Optional<SnapshotFacts> newest() {
        return own.stream().findFirst();
    }

    /** The generation with this number, if it is retained. */
    public Optional<SnapshotFacts> generation(long number) {
        return own.stream().filter(snapshot -> snapshot.generation() == number).findFirst();
    }

    /** The highest number of any snapshot of that name, this lineage's or not; 0 if there is none. */
    long highestNumber() {
        return highestNumber;
    }
}
