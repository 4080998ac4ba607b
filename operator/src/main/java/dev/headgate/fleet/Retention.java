package dev.headgate.fleet;

import dev.headgate.api.PinSpec;
import dev.headgate.api.ServedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is kept, and what may go (design pages 5 and 13). */
public final class Retention {
    /** For how long no retained manifest must have named a part before it goes. */
    public static final Duration PART_GRACE = Duration.ofHours(1);

    private Retention() {}

    /**
     * The snapshots of a policy that nobody needs: beyond the newest {@code limit} of those that are not in use, and what an earlier
     * policy of the name left behind. In use is the newest, what is served or pinned, and whatever a node is told, serves, tried or
     * would start with.
     *
     * @param policy its name
     * @param lineage its generations
     * @param limit {@code spec.revisionHistoryLimit}
     * @param served what is served; if nothing is, nothing goes
     * @param pin {@code spec.rollout.pin}
     * @param pins of <em>all</em> nodes, as the API server has them now
     */
    public static List<SnapshotFacts> expired(
            String policy,
            Lineage lineage,
            int limit,
            @Nullable ServedStatus served,
            @Nullable PinSpec pin,
            Collection<PinFacts> pins) {
        if (served == null) {
            return List.of();
        }
        Set<Long> generations = new HashSet<>();
        Set<String> digests = new HashSet<>();
        generations.add(served.generation());
        lineage.newest().ifPresent(newest -> generations.add(newest.generation()));
        if (pin != null) {
            generations.add(pin.generation());
        }
        for (var node : pins) {
            hold(node, policy, generations, digests);
        }
        List<SnapshotFacts> expired = new ArrayList<>();
        int idle = 0;
        for (var snapshot : lineage.own()) {
            if (!inUse(snapshot, generations, digests) && ++idle > limit) {
                expired.add(snapshot);
            }
        }
        for (var orphan : lineage.orphans()) {
            if (!inUse(orphan, generations, digests)) {
                expired.add(orphan);
            }
        }
        return expired;
    }

    private static boolean inUse(SnapshotFacts snapshot, Set<Long> generations, Set<String> digests) {
        return generations.contains(snapshot.generation()) || digests.contains(snapshot.digest());
    }

    private static void hold(PinFacts node, String policy, Set<Long> generations, Set<String> digests) {
        var report = node.report();
        if (node.target() != null && node.target().policy().equals(policy)) {
            generations.add(node.target().generation());
        }
        if (report.active() != null) {
            digests.add(report.active().digest());
        }
        for (var held : new @Nullable ServedStatus[] {report.attempted(), report.lastKnownGood()}) {
            if (held != null) {
                digests.add(held.digest());
            }
        }
    }

    /**
     * Parts and how long they have gone unnamed.
     *
     * @param unnamedSince when each part that is not named now was first seen so
     * @param expired parts that may go
     * @param next when there may be more; absent if none is waiting
     */
    public record Parts(Map<String, Instant> unnamedSince, List<String> expired, Optional<Instant> next) {
        public Parts {
            unnamedSince = Map.copyOf(unnamedSince);
            expired = List.copyOf(expired);
        }

        /** Before anything was seen: after a start of the operator every hour begins anew. */
        public static final Parts UNSEEN = new Parts(Map.of(), List.of(), Optional.empty());
    }

    /**
     * Looks at all parts.
     *
     * @param present names of the parts that exist
     * @param named names that a retained manifest holds, of any policy
     * @param before what the last look found
     * @param now of this look
     */
    public static Parts parts(Collection<String> present, Set<String> named, Parts before, Instant now) {
        Map<String, Instant> unnamed = new HashMap<>();
        List<String> expired = new ArrayList<>();
        for (String part : present) {
            if (named.contains(part)) {
                continue;
            }
            Instant since = before.unnamedSince().getOrDefault(part, now);
            unnamed.put(part, since);
            if (!since.plus(PART_GRACE).isAfter(now)) {
                expired.add(part);
            }
        }
        Optional<Instant> next = unnamed.values().stream()
                .map(since -> since.plus(PART_GRACE))
                .filter(end -> end.isAfter(now))
                .min(Instant::compareTo);
        return new Parts(unnamed, expired, next);
    }
}
