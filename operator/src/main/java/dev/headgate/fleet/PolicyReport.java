package dev.headgate.fleet;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.PinTarget;
import dev.headgate.api.ServedStatus;
import dev.headgate.policy.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a policy says.
 *
 * @param serving which generation, and what holds it
 * @param progress how far its nodes are
 * @param findings of the policy itself and of its pin; the shell lists the first of them
 * @param verdicts its conditions: {@code Compiled}, {@code Governing}, {@code Pinned}, {@code Ready}
 * @param change the change of what is served, if this is one
 */
public record PolicyReport(
        Serving serving, Progress progress, List<Finding> findings, List<Verdict> verdicts, Optional<Change> change) {
    public PolicyReport {
        findings = List.copyOf(findings);
        verdicts = List.copyOf(verdicts);
    }

    /** A change of what is served: from which generation, if any, to which. */
    public record Change(ChangeKind kind, @Nullable ServedStatus from, ServedStatus to) {}

    /**
     * Judges.
     *
     * @param policy its name
     * @param refused what is wrong with its spec; empty if it compiled
     * @param serving decided before
     * @param before what was served until now
     * @param standing its nodes
     * @param pins by name of the node
     */
    public static PolicyReport of(
            String policy,
            List<Finding> refused,
            Serving serving,
            @Nullable ServedStatus before,
            Governance.Standing standing,
            Map<String, PinFacts> pins) {
        SnapshotFacts served = serving.served();
        PinTarget wanted = served == null ? null : new PinTarget(policy, served.generation(), served.digest());
        Progress progress = Progress.of(standing.governed(), pins, wanted);
        List<Finding> findings = new ArrayList<>(refused);
        if (serving.hold() instanceof Serving.Hold.Refused hold) {
            findings.add(hold.finding());
        }
        List<Verdict> verdicts = List.of(
                compiled(refused), governing(standing), pinned(serving), ready(refused, serving, standing, progress));
        return new PolicyReport(serving, progress, findings, verdicts, change(before, served));
    }

    private static Optional<Change> change(@Nullable ServedStatus before, @Nullable SnapshotFacts served) {
        if (served == null || served.asServed().equals(before)) {
            return Optional.empty();
        }
        ChangeKind kind;
        if (before == null) {
            kind = ChangeKind.INITIAL;
        } else if (served.generation() < before.generation() || served.kind() == ChangeKind.ROLLBACK) {
            kind = ChangeKind.ROLLBACK;
        } else {
            kind = ChangeKind.CHANGE;
        }
        return Optional.of(new Change(kind, before, served.asServed()));
    }

    private static Verdict compiled(List<Finding> refused) {
        if (refused.isEmpty()) {
            return Verdict.yes("Compiled", "Compiled", "the spec compiles");
        }
        String more = refused.size() == 1 ? "" : " (and " + (refused.size() - 1) + " more in status.findings)";
        return Verdict.no("Compiled", "Findings", refused.getFirst() + more);
    }

    private static Verdict governing(Governance.Standing standing) {
        String others = standing.lostTo().entrySet().stream()
                .limit(Progress.EXAMPLES)
                .map(entry -> entry.getValue() + " by " + entry.getKey())
                .collect(Collectors.joining(", "));
        int governed = standing.governed().size();
        if (governed > 0) {
            String rest = others.isEmpty() ? "" : "; others that it selects are governed: " + others;
            return Verdict.yes("Governing", "NodesGoverned", "it governs " + nodes(governed) + rest);
        }
        if (standing.lostTo().isEmpty()) {
            return Verdict.no("Governing", "NoMatchingNodes", "no node has the labels that spec.nodeSelector asks for");
        }
        return Verdict.no(
                "Governing",
                "Outranked",
                "policies of higher precedence, or older ones of the same, govern all nodes that it selects: "
                        + others);
    }

    private static Verdict pinned(Serving serving) {
        return switch (serving.hold()) {
            case Serving.Hold.None() ->
                Verdict.no("Pinned", "NotPinned", "spec.rollout.pin is not set: the newest generation is served");
            case Serving.Hold.Held(long heldBack) ->
                Verdict.yes(
                        "Pinned",
                        "PinnedToGeneration",
                        "spec.rollout.pin holds it; " + heldBack + (heldBack == 1 ? " change is" : " changes are")
                                + " held back");
            case Serving.Hold.Refused(String reason, Finding finding) ->
                Verdict.no("Pinned", reason, finding.toString());
        };
    }

    private static Verdict ready(
            List<Finding> refused, Serving serving, Governance.Standing standing, Progress progress) {
        SnapshotFacts served = serving.served();
        if (served == null) {
            return Verdict.no("Ready", "NothingServed", "there is no generation to serve yet");
        }
        String counts = progress.ready() + "/" + progress.governed() + " nodes serve generation " + served.generation();
        if (standing.governed().isEmpty()) {
            return Verdict.no("Ready", "NoNodes", "it governs no node");
        }
        if (serving.hold() instanceof Serving.Hold.Refused hold) {
            return Verdict.no("Ready", hold.reason(), counts + ", which is not what spec.rollout.pin asks for");
        }
        if (serving.hold() instanceof Serving.Hold.None && !refused.isEmpty()) {
            return Verdict.no("Ready", "NotCompiled", counts + "; the spec as it stands does not compile");
        }
        if (progress.complete()) {
            return Verdict.yes("Ready", "NodesReady", counts);
        }
        String reason = progress.refusing() > 0 ? "NodesRefuse" : "NodesPending";
        return Verdict.no("Ready", reason, counts + ": " + String.join("; ", progress.examples()));
    }

    private static String nodes(long count) {
        return count == 1 ? "1 node" : count + " nodes";
    }
}
