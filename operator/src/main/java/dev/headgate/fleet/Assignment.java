package dev.headgate.fleet;

import dev.headgate.api.NodePinSpec;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node is told next (design pages 5 and 13). */
public sealed interface Assignment {
    /** What it was told stands, or it was never told anything and is not now. */
    record Stands() implements Assignment {}

    /** The wanted state of its {@code NodePin} changes to this. */
    record Change(NodePinSpec spec) implements Assignment {}

    /**
     * Decides for one node.
     *
     * <p>Nodes order what they are told by {@code assignment} and never act on a lower one, so each change gets a number above
     * everything that was ever told or reported. A node that reports a higher number than its object holds (a restored etcd) gets the
     * same content again under a number above that.
     *
     * @param node as it is now
     * @param governance over all policies
     * @param pin its object, if it has one
     * @param highestKnown the highest assignment that an object of this name was ever seen to hold; 0 if none
     */
    static Assignment decide(NodeFacts node, Governance governance, @Nullable PinFacts pin, long highestKnown) {
        Optional<PinTarget> wanted = wanted(node, governance, pin);
        if (pin == null) {
            return wanted.<Assignment>map(target -> change(node, target, highestKnown))
                    .orElseGet(Stands::new);
        }
        boolean behind = isBehind(pin);
        if (wanted.isEmpty() && pin.target() == null && !behind) {
            // It knows that it serves nothing; where it is and who it is no longer matter.
            return new Stands();
        }
        boolean same = pin.nodeUid().equals(node.uid())
                && Objects.equals(pin.target(), wanted.orElse(null))
                && node.placement().equals(pin.placement());
        if (same && !behind) {
            return new Stands();
        }
        long highest =
                Math.max(highestKnown, Math.max(pin.assignment(), pin.report().observedAssignment()));
        return change(node, wanted.orElse(null), highest);
    }

    /** Whether the node knows more than its object: a higher number, or other content under this one. */
    private static boolean isBehind(PinFacts pin) {
        long observed = pin.report().observedAssignment();
        return observed > pin.assignment()
                || (observed == pin.assignment() && pin.report().refusal() == PinRefusal.ASSIGNMENT_CONFLICT);
    }

    private static Optional<PinTarget> wanted(NodeFacts node, Governance governance, @Nullable PinFacts pin) {
        Optional<PolicyFacts> governing = governance.of(node);
        if (governing.isEmpty()) {
            return Optional.empty();
        }
        PinTarget target = governing.get().target();
        if (target != null) {
            return Optional.of(target);
        }
        // The policy that governs it now never compiled. A node keeps its target until it can be given another (page
        // 14),
        // as long as there is somebody to answer for the old one.
        return Optional.ofNullable(pin).map(PinFacts::target).filter(old -> governance.contains(old.policy()));
    }

    private static Change change(NodeFacts node, @Nullable PinTarget target, long highest) {
        return new Change(new NodePinSpec(node.uid(), Math.addExact(highest, 1), target, node.placement()));
    }
}
