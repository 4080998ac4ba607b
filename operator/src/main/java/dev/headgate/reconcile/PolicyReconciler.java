package dev.headgate.reconcile;

import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicyStatus;
import dev.headgate.api.PinSpec;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.SnapshotAudit;
import dev.headgate.fleet.GenerationDecision;
import dev.headgate.fleet.Lineage;
import dev.headgate.fleet.NodeFacts;
import dev.headgate.fleet.PinFacts;
import dev.headgate.fleet.PolicyReport;
import dev.headgate.fleet.Retention;
import dev.headgate.fleet.Serving;
import dev.headgate.fleet.SnapshotFacts;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Finding;
import dev.headgate.snapshot.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes generations of policies, decides which one is served, and says how it stands: the only writer of snapshots and their status. */
final class PolicyReconciler implements Reconciler<NodeAdmissionPolicy> {
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(200);
    /** The default of the schema, for objects from before it had one. */
    private static final int HISTORY_LIMIT = 10;

    private final FleetView view;
    private final Triggers triggers;
    private final Compilations compilations;
    private final SnapshotStore store;
    private final StatusWriter statuses;
    private final EventRecorder events;
    private final OperatorMetrics metrics;
    private final Clock clock;

    PolicyReconciler(
            FleetView view,
            Triggers triggers,
            Compilations compilations,
            SnapshotStore store,
            StatusWriter statuses,
            EventRecorder events,
            OperatorMetrics metrics,
            Clock clock) {
        this.view = view;
        this.triggers = triggers;
        this.compilations = compilations;
        this.store = store;
        this.statuses = statuses;
        this.events = events;
        this.metrics = metrics;
        this.clock = clock;
        view.policies.listen((before, after) -> {
            if (after == null && before != null) {
                metrics.forget(before.getMetadata().getName());
            }
        });
    }

    @Override
    public List<EventSource<?, NodeAdmissionPolicy>> prepareEventSources(
            EventSourceContext<NodeAdmissionPolicy> context) {
        return List.of(triggers.policies());
    }

    @Override
    public UpdateControl<NodeAdmissionPolicy> reconcile(
            NodeAdmissionPolicy resource, Context<NodeAdmissionPolicy> context) {
        // The view, and not the resource at hand, so that everything is decided on one state.
        NodeAdmissionPolicy policy = view.policies.get(resource.getMetadata().getName());
        if (policy == null || policy.getMetadata().getDeletionTimestamp() != null) {
            return UpdateControl.noUpdate();
        }
        return metrics.reconciling("policy", () -> {
            try {
                return reconcile(policy);
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    throw e;
                }
                return UpdateControl.<NodeAdmissionPolicy>noUpdate().rescheduleAfter(AFTER_CONFLICT);
            }
        });
    }

    private UpdateControl<NodeAdmissionPolicy> reconcile(NodeAdmissionPolicy seen) {
        Instant now = clock.instant();
        NodeAdmissionPolicy policy =
                seen.getStatus() == null ? statuses.write(seen, PolicyStatuses.pending(seen, now)) : seen;
        NodeAdmissionPolicyStatus before = PolicyStatuses.current(policy);
        Map<String, PinFacts> pins = view.pinsByNode();

        Compilations.Result compiled = compilations.of(policy);
        Lineage lineage = settle(policy, compiled, compilations.lineage(policy), pins, now);
        Serving serving = serving(policy, lineage, pins);
        PolicyReport report = report(policy, compiled, serving, pins);

        NodeAdmissionPolicy written =
                statuses.write(policy, PolicyStatuses.of(report, policy, author(policy, report, compiled), now));
        metrics.policy(
                policy.getMetadata().getName(),
                report.progress(),
                report.findings().size());
        announce(written, report, before);
        prune(policy, lineage, report, pins.values());
        return store.sweepParts(now)
                .map(next -> UpdateControl.<NodeAdmissionPolicy>noUpdate()
                        .rescheduleAfter(Duration.between(now, next).plusSeconds(1)))
                .orElseGet(UpdateControl::noUpdate);
    }

    /** The generations of the policy, with that of its content as it compiles now. */
    private Lineage settle(
            NodeAdmissionPolicy policy,
            Compilations.Result compiled,
            Lineage lineage,
            Map<String, PinFacts> pins,
            Instant now) {
        Snapshot content = compiled.snapshot();
        if (content == null) {
            return lineage;
        }
        var decision = GenerationDecision.of(
                content.digest(),
                policy.getMetadata().getName(),
                lineage,
                PolicyStatuses.current(policy).history(),
                pins.values());
        return switch (decision) {
            case GenerationDecision.Same _ -> {
                // Somebody may have deleted a part; this is the one content that can be written again.
                store.writeParts(policy, content);
                yield lineage;
            }
            case GenerationDecision.Adopt(SnapshotFacts orphan) -> lineage.with(store.adopt(policy, content, orphan));
            case GenerationDecision.Make make ->
                lineage.with(store.make(policy, content, make.generation(), audit(policy, compiled, make, now)));
        };
    }

    private SnapshotAudit audit(
            NodeAdmissionPolicy policy, Compilations.Result compiled, GenerationDecision.Make make, Instant now) {
        SnapshotFacts previous = make.previous();
        PolicySnapshot manifest = previous == null ? null : view.snapshots.get(previous.name());
        List<HasMetadata> sources = new ArrayList<>(compiled.catalogs());
        sources.add(policy);
        var author = Authorship.of(
                sources,
                manifest == null ? null : Instant.parse(manifest.getMetadata().getCreationTimestamp()));
        return new SnapshotAudit(
                make.kind(),
                previous == null ? null : previous.generation(),
                previous == null ? null : previous.digest(),
                StatusText.boundedOrNull(author.fieldManager(), 128),
                StatusText.time(now),
                StatusText.boundedOrNull(author.cause(), 1024));
    }

    /** What is served, all parts of which are there if it was not served before. */
    private Serving serving(NodeAdmissionPolicy policy, Lineage lineage, Map<String, PinFacts> pins) {
        String name = policy.getMetadata().getName();
        var before = PolicyStatuses.current(policy).served();
        PinSpec pin = pin(policy);
        Serving serving = Serving.of(pin, lineage, before, name, pins.values());
        SnapshotFacts served = serving.served();
        if (served == null || served.asServed().equals(before) || store.complete(served)) {
            return serving;
        }
        if (pin == null) {
            throw new IllegalStateException(
                    "a part of " + served.name() + " is missing; nodes are not told to serve it");
        }
        // A generation without its parts is as good as not retained.
        return Serving.of(pin, lineage.without(served), before, name, pins.values());
    }

    private PolicyReport report(
            NodeAdmissionPolicy policy, Compilations.Result compiled, Serving serving, Map<String, PinFacts> pins) {
        List<NodeFacts> nodes = view.nodes.all().stream().map(Facts::node).toList();
        List<Finding> refused = switch (compiled.result()) {
            case Compilation.Compiled _ -> List.of();
            case Compilation.Refused(List<Finding> findings) -> findings;
        };
        return PolicyReport.of(
                policy.getMetadata().getName(),
                refused,
                serving,
                PolicyStatuses.current(policy).served(),
                view.governance().standing(Facts.policy(policy), nodes),
                pins);
    }

    /** Who caused a change of what is served: whoever made the generation, or whoever pinned or unpinned an existing one. */
    private Authorship author(NodeAdmissionPolicy policy, PolicyReport report, Compilations.Result compiled) {
        SnapshotFacts served = report.serving().served();
        Snapshot content = compiled.snapshot();
        boolean pinned = report.serving().hold() instanceof Serving.Hold.Held;
        PolicySnapshot manifest = served == null ? null : view.snapshots.get(served.name());
        boolean wasHeld = PolicyStatuses.current(policy).heldBack() != null;
        if (pinned) {
            return Authorship.ofPin(policy);
        }
        if (wasHeld || manifest == null || content == null) {
            return Authorship.of(List.of(policy), null);
        }
        var audit = manifest.getSpec().audit();
        return new Authorship(audit.fieldManager(), audit.cause());
    }

    private void announce(NodeAdmissionPolicy policy, PolicyReport report, NodeAdmissionPolicyStatus before) {
        report.change().ifPresent(change -> {
            String from = change.from() == null
                    ? ""
                    : ", after generation " + change.from().generation();
            events.record(
                    policy,
                    true,
                    "Serving" + capitalized(change.kind().name()),
                    "Serve",
                    "nodes are to serve generation " + change.to().generation() + " ("
                            + change.to().digest() + ")" + from);
        });
        events.announce(policy, Conditions.news(report.verdicts(), before.conditions()));
    }

    private static String capitalized(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private void prune(NodeAdmissionPolicy policy, Lineage lineage, PolicyReport report, Collection<PinFacts> pins) {
        if (!expired(policy, lineage, report, pins).isEmpty()) {
            store.delete(expired(policy, lineage, report, store.pinsNow()));
        }
    }

    private static List<SnapshotFacts> expired(
            NodeAdmissionPolicy policy, Lineage lineage, PolicyReport report, Collection<PinFacts> pins) {
        SnapshotFacts served = report.serving().served();
        return Retention.expired(
                policy.getMetadata().getName(),
                lineage,
                Objects.requireNonNullElse(policy.getSpec().revisionHistoryLimit(), HISTORY_LIMIT),
                served == null ? null : served.asServed(),
                pin(policy),
                pins);
    }

    private static @Nullable PinSpec pin(NodeAdmissionPolicy policy) {
        return Optional.ofNullable(policy.getSpec().rollout())
                .map(rollout -> rollout.pin())
                .orElse(null);
    }
}
