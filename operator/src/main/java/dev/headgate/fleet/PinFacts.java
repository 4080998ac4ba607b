package dev.headgate.fleet;

import dev.headgate.api.NodePlacement;
import dev.headgate.api.PinTarget;
import org.jspecify.annotations.Nullable;

/**
 * One {@code NodePin}: what its node was told, and what it reports.
 *
 * @param node whose
 * @param nodeUid UID of that node when it was told
 * @param assignment the order of what it was told
 * @param target what it is to serve; absent: nothing
 * @param placement where it is
 * @param report what it says of itself
 */
public record PinFacts(
        String node,
        String nodeUid,
        long assignment,
        @Nullable PinTarget target,
        @Nullable NodePlacement placement,
        NodeReport report) {

    /**
     * Whether the node has acknowledged {@code wanted}: it was told so, saw that, and serves it. An older acknowledgement of the same
     * content by another node of this name does not count.
     */
    boolean acknowledges(NodeFacts current, PinTarget wanted) {
        return nodeUid.equals(current.uid())
                && wanted.equals(target)
                && report.observedAssignment() >= assignment
                && wanted.equals(report.active());
    }

    /** Whether the node tried {@code wanted} last, and refused. */
    boolean refuses(NodeFacts current, PinTarget wanted) {
        var attempted = report.attempted();
        return nodeUid.equals(current.uid())
                && wanted.equals(target)
                && !wanted.equals(report.active())
                && report.refusal() != null
                && attempted != null
                && attempted.generation() == wanted.generation().longValue()
                && attempted.digest().equals(wanted.digest());
    }
}
