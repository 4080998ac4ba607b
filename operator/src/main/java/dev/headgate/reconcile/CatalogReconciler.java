package dev.headgate.reconcile;

import dev.headgate.api.CatalogServingStatus;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.DeploymentCatalogStatus;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodesStatus;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.fleet.CatalogClaim;
import dev.headgate.fleet.CatalogReport;
import dev.headgate.fleet.Verdict;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CatalogKey;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Compilation.CatalogOutcome;
import io.fabric8.kubernetes.api.model.Condition;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells service teams what became of their catalogs. It decides nothing: policies take catalogs in. */
final class CatalogReconciler implements Reconciler<DeploymentCatalog> {
    /** The most policies that the status lists; the schema says the same. */
    private static final int POLICIES = 32;

    private final FleetView view;
    private final Triggers triggers;
    private final Compilations compilations;
    private final SnapshotContents contents;
    private final StatusWriter statuses;
    private final EventRecorder events;
    private final OperatorMetrics metrics;
    private final Clock clock;

    CatalogReconciler(
            FleetView view,
            Triggers triggers,
            Compilations compilations,
            SnapshotContents contents,
            StatusWriter statuses,
            EventRecorder events,
            OperatorMetrics metrics,
            Clock clock) {
        this.view = view;
        this.triggers = triggers;
        this.compilations = compilations;
        this.contents = contents;
        this.statuses = statuses;
        this.events = events;
        this.metrics = metrics;
        this.clock = clock;
        view.catalogs.listen((before, after) -> {
            if (after == null && before != null) {
                metrics.forgetCatalog(key(before));
            }
        });
    }

    @Override
    public List<EventSource<?, DeploymentCatalog>> prepareEventSources(EventSourceContext<DeploymentCatalog> context) {
        return List.of(triggers.catalogs());
    }

    @Override
    public UpdateControl<DeploymentCatalog> reconcile(DeploymentCatalog resource, Context<DeploymentCatalog> context) {
        DeploymentCatalog catalog = view.catalogs.get(
                resource.getMetadata().getNamespace(), resource.getMetadata().getName());
        if (catalog == null || catalog.getMetadata().getDeletionTimestamp() != null) {
            return UpdateControl.noUpdate();
        }
        return metrics.reconciling("catalog", () -> {
            judge(catalog);
            return UpdateControl.noUpdate();
        });
    }

    private void judge(DeploymentCatalog catalog) {
        Instant now = clock.instant();
        List<CatalogClaim> claims = view.policies.all().stream()
                .filter(policy -> policy.getMetadata().getDeletionTimestamp() == null)
                .filter(policy -> Compilations.claimedNamespaces(policy)
                        .contains(catalog.getMetadata().getNamespace()))
                .map(policy -> claim(policy, catalog))
                .toList();
        CatalogReport report = CatalogReport.of(claims);
        metrics.catalog(key(catalog), report.state());
        List<Condition> before =
                catalog.getStatus() == null ? List.of() : catalog.getStatus().conditions();
        Long generation = catalog.getMetadata().getGeneration();
        statuses.write(
                catalog,
                new DeploymentCatalogStatus(
                        generation,
                        StatusText.findings(report.findings()),
                        StatusText.omitted(report.findings()),
                        report.serving().entrySet().stream()
                                .limit(POLICIES)
                                .map(entry -> new CatalogServingStatus(entry.getKey(), entry.getValue()))
                                .toList(),
                        Conditions.of(report.verdicts(), before, generation, now)));
        List<Verdict> news = Conditions.news(report.verdicts(), before).stream()
                // The others follow from it, at each step of a rollout.
                .filter(verdict -> verdict.type().equals("Accepted"))
                .toList();
        events.announce(catalog, news);
    }

    private static CatalogKey key(DeploymentCatalog catalog) {
        return new CatalogKey(
                catalog.getMetadata().getNamespace(), catalog.getMetadata().getName());
    }

    private CatalogClaim claim(NodeAdmissionPolicy policy, DeploymentCatalog catalog) {
        CatalogKey key = key(catalog);
        CatalogOutcome outcome = null;
        Long holding = null;
        if (compilations.of(policy).result() instanceof Compilation.Compiled compiled) {
            outcome = compiled.catalogs().get(key);
            holding = holding(policy, key, outcome, compiled.policy());
        }
        NodesStatus nodes = PolicyStatuses.current(policy).nodes();
        return new CatalogClaim(
                policy.getMetadata().getName(),
                outcome,
                holding,
                PolicyStatuses.current(policy).heldBack() != null,
                nodes != null && nodes.governed() > 0 && nodes.ready().equals(nodes.governed()));
    }

    /** The generation that is served, if the catalog stands in it as it stands now. */
    private @Nullable Long holding(
            NodeAdmissionPolicy policy, CatalogKey key, @Nullable CatalogOutcome outcome, AdmissionPolicy compiled) {
        var served = PolicyStatuses.current(policy).served();
        if (served == null || !(outcome instanceof CatalogOutcome.Included)) {
            return null;
        }
        PolicySnapshot snapshot = view.snapshots.get(policy.getMetadata().getName() + "-" + served.generation());
        if (snapshot == null) {
            return null;
        }
        Optional<Catalog> held = contents.of(snapshot).flatMap(content -> catalog(content, key));
        return held.isPresent() && held.equals(catalog(compiled, key)) ? served.generation() : null;
    }

    private static Optional<Catalog> catalog(AdmissionPolicy policy, CatalogKey key) {
        return policy.catalogs().stream()
                .filter(catalog -> catalog.namespace().equals(key.namespace())
                        && catalog.name().equals(key.name()))
                .findFirst();
    }
}
