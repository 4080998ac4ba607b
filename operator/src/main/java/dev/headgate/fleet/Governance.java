package dev.headgate.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which of several policies governs a node (design page 1, "Which policy a node gets"). */
public final class Governance {
    private final List<PolicyFacts> ranked;

    private Governance(List<PolicyFacts> ranked) {
        this.ranked = ranked;
    }

    /** Over all policies that compete. */
    public static Governance over(Collection<PolicyFacts> policies) {
        return new Governance(policies.stream().sorted(PolicyFacts.RANK).toList());
    }

    /** The policy that governs a node, if one selects it. */
    public Optional<PolicyFacts> of(NodeFacts node) {
        return ranked.stream()
                .filter(policy -> NodeSelection.selects(policy.selector(), node.labels()))
                .findFirst();
    }

    /** Whether a policy of this name competes. */
    public boolean contains(String policy) {
        return ranked.stream().anyMatch(candidate -> candidate.name().equals(policy));
    }

    /**
     * How one policy stands among the others.
     *
     * @param policy one of the policies
     * @param nodes all nodes
     */
    public Standing standing(PolicyFacts policy, Collection<NodeFacts> nodes) {
        List<NodeFacts> governed = new ArrayList<>();
        SortedMap<String, Long> lostTo = new TreeMap<>();
        for (var node : nodes) {
            if (!NodeSelection.selects(policy.selector(), node.labels())) {
                continue;
            }
            String winner = of(node).map(PolicyFacts::name).orElse(policy.name());
            if (winner.equals(policy.name())) {
                governed.add(node);
            } else {
                lostTo.merge(winner, 1L, Math::addExact);
            }
        }
        return new Standing(governed, lostTo);
    }

    /**
     * The nodes that a policy selects.
     *
     * @param governed those it governs
     * @param lostTo how many of the others go to which policy
     */
    public record Standing(List<NodeFacts> governed, SortedMap<String, Long> lostTo) {
        public Standing {
            governed = List.copyOf(governed);
            lostTo = Collections.unmodifiableSortedMap(new TreeMap<>(lostTo));
        }
    }
}
