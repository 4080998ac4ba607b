package dev.headgate.reconcile;

import dev.headgate.api.ChangeRecord;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicyStatus;
import dev.headgate.api.NodesStatus;
import dev.headgate.fleet.PolicyReport;
import dev.headgate.fleet.Serving;
import dev.headgate.fleet.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The status of a policy from a report on it. */
final class PolicyStatuses {
    /** Changes that are remembered. A status is written at every step of a rollout, so it stays small. */
    static final int HISTORY = 20;

    private static final NodeAdmissionPolicyStatus NONE =
            new NodeAdmissionPolicyStatus(null, null, null, null, List.of(), null, List.of(), List.of());

    private PolicyStatuses() {}

    /** What it says now. */
    static NodeAdmissionPolicyStatus current(NodeAdmissionPolicy policy) {
        return policy.getStatus() == null ? NONE : policy.getStatus();
    }

    /** Of a policy that was never looked at. */
    static NodeAdmissionPolicyStatus pending(NodeAdmissionPolicy policy, Instant now) {
        var verdicts = Verdict.pending("Compiled", "Governing", "Pinned", "Ready");
        return new NodeAdmissionPolicyStatus(
                null,
                null,
                null,
                null,
                List.of(),
                null,
                List.of(),
                Conditions.of(verdicts, List.of(), policy.getMetadata().getGeneration(), now));
    }

    /**
     * Of a report.
     *
     * @param author who caused the change of what is served, if it is one
     */
    static NodeAdmissionPolicyStatus of(
            PolicyReport report, NodeAdmissionPolicy policy, Authorship author, Instant now) {
        var before = current(policy);
        var served = report.serving().served();
        var progress = report.progress();
        Long generation = policy.getMetadata().getGeneration();
        return new NodeAdmissionPolicyStatus(
                generation,
                served == null ? null : served.asServed(),
                new NodesStatus(
                        progress.governed(),
                        progress.ready(),
                        progress.refusing(),
                        progress.ready() + "/" + progress.governed()),
                heldBack(report.serving().hold()),
                StatusText.findings(report.findings()),
                StatusText.omitted(report.findings()),
                history(report, before, author, now),
                Conditions.of(report.verdicts(), before.conditions(), generation, now));
    }

    private static @Nullable Long heldBack(Serving.Hold hold) {
        return switch (hold) {
            case Serving.Hold.Held(long heldBack) -> heldBack;
            case Serving.Hold.None _, Serving.Hold.Refused _ -> null;
        };
    }

    private static List<ChangeRecord> history(
            PolicyReport report, NodeAdmissionPolicyStatus before, Authorship author, Instant now) {
        return report.change()
                .map(change -> Stream.concat(
                                Stream.of(new ChangeRecord(
                                        change.kind(),
                                        change.from() == null
                                                ? null
                                                : change.from().generation(),
                                        change.from() == null
                                                ? null
                                                : change.from().digest(),
                                        change.to().generation(),
                                        change.to().digest(),
                                        StatusText.boundedOrNull(author.fieldManager(), 128),
                                        StatusText.time(now),
                                        StatusText.boundedOrNull(author.cause(), 1024))),
                                before.history().stream())
                        .limit(HISTORY)
                        .toList())
                .orElse(before.history());
    }
}
