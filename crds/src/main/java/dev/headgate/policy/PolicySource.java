package dev.headgate.policy;

import dev.headgate.api.AttributeLimitsSpec;
import dev.headgate.api.BudgetSpec;
import dev.headgate.api.CellClassSpec;
import dev.headgate.api.DeploymentCatalogSpec;
import dev.headgate.api.ExecutionBoundSpec;
import dev.headgate.api.FeasibilitySpec;
import dev.headgate.api.HeldLimitsSpec;
import dev.headgate.api.HistorySpec;
import dev.headgate.api.IdentifierLimitsSpec;
import dev.headgate.api.LeaseSpec;
import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.api.NodeRulesSpec;
import dev.headgate.api.NodeSelectorSpec;
import dev.headgate.api.OverloadSpec;
import dev.headgate.api.PlacementSpec;
import dev.headgate.api.PrioritiesSpec;
import dev.headgate.api.ProfileResourcesSpec;
import dev.headgate.api.ProfileSpec;
import dev.headgate.api.QueueClassSpec;
import dev.headgate.api.RevisionSpec;
import dev.headgate.api.RouteSpec;
import dev.headgate.api.ServiceSpec;
import dev.headgate.api.SubjectKind;
import dev.headgate.api.SubjectLimitsSpec;
import dev.headgate.api.SubjectSpec;
import dev.headgate.api.TenantSpec;
import dev.headgate.api.TenantSubjectSpec;
import dev.headgate.api.TrustClassSpec;
import dev.headgate.api.WeightedRevisionSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a compiled policy as resources that compile to it again. So a snapshot from a peer, and the last good form of a
 * catalog, are held to the very rules that people's resources are held to, and no second set of rules can differ.
 */
final class PolicySource {
    private PolicySource() {}

    /** The resources' spec of a policy, without its catalogs; selects every node. What no valid policy holds becomes text that the rules refuse. */
    static NodeAdmissionPolicySpec of(AdmissionPolicy policy) {
        return new NodeAdmissionPolicySpec(
                new NodeSelectorSpec(Map.of(), List.of()),
                null,
                policy.durability(),
                new NodeRulesSpec(
                        budget(policy.node().budgetCeiling()),
                        held(policy.node().limits()),
                        bytes(policy.node().maxPayloadBytes()),
                        policy.node().maxPriority()),
                new IdentifierLimitsSpec(
                        policy.identifierLimits().maxLength(),
                        policy.identifierLimits().maxGeneratedLength()),
                new AttributeLimitsSpec(
                        policy.attributeLimits().maxEntries(),
                        bytes(policy.attributeLimits().maxSizeBytes())),
                overload(policy.overload()),
                policy.loadReporters().stream().map(PolicySource::subject).toList(),
                new FeasibilitySpec(
                        Durations.format(policy.feasibility().estimatedServiceTimeMillis()),
                        Durations.format(policy.feasibility().minExecutionTimeMillis()),
                        Durations.format(policy.feasibility().safetyMarginMillis())),
                new LeaseSpec(
                        Durations.format(policy.lease().queuedDurationMillis()),
                        Durations.format(policy.lease().executingDurationMillis()),
                        Durations.format(policy.lease().gracePeriodMillis())),
                new HistorySpec(
                        policy.history().maxEntries(),
                        Durations.format(policy.history().maxAgeMillis())),
                policy.trustClasses().stream()
                        .map(trust -> new TrustClassSpec(trust.name(), held(trust.limits()), trust.cellClasses()))
                        .toList(),
                policy.queueClasses().stream()
                        .map(queue -> new QueueClassSpec(
                                queue.name(),
                                new PrioritiesSpec(queue.minPriority(), queue.maxPriority()),
                                queue.maxQueued()))
                        .toList(),
                policy.cellClasses().stream().map(PolicySource::cellClass).toList(),
                policy.tenants().stream().map(PolicySource::tenant).toList(),
                null,
                null);
    }

    /** The resource's spec of a catalog. */
    static DeploymentCatalogSpec of(Catalog catalog) {
        return new DeploymentCatalogSpec(
                catalog.services().stream()
                        .map(service -> new ServiceSpec(
                                service.name(),
                                service.routes().stream()
                                        .map(PolicySource::route)
                                        .toList()))
                        .toList(),
                catalog.revisions().stream().map(PolicySource::revision).toList());
    }

    private static OverloadSpec overload(Overload overload) {
        return new OverloadSpec(
                percentage(overload.cpuThresholdPerMille()),
                percentage(overload.memoryThresholdPerMille()),
                Durations.format(overload.maxObservationAgeMillis()),
                overload.source());
    }

    private static CellClassSpec cellClass(CellClass cell) {
        return new CellClassSpec(
                cell.name(),
                bytes(cell.memoryBytes()),
                cell.parallelism(),
                cell.threadingModels(),
                cell.stateModels(),
                cell.features(),
                cell.backends(),
                cell.maxCallDepth(),
                cell.estimatedServiceTimeMillis() == -1 ? null : Durations.format(cell.estimatedServiceTimeMillis()));
    }

    private static TenantSpec tenant(Tenant tenant) {
        return new TenantSpec(
                tenant.name(),
                tenant.namespaces(),
                tenant.subjects().stream().map(PolicySource::tenantSubject).toList(),
                tenant.executors().stream().map(PolicySource::subject).toList(),
                tenant.trustClasses(),
                tenant.cellClasses(),
                held(tenant.nodeLimits()),
                bytes(tenant.maxPayloadBytes()),
                tenant.maxPriority());
    }

    private static TenantSubjectSpec tenantSubject(TenantSubject subject) {
        var who = subject(subject.subject());
        var limits = subject.nodeLimits();
        return new TenantSubjectSpec(
                who.kind(),
                who.namespace(),
                who.name(),
                who.uri(),
                subject.serviceIdentity(),
                subject.delegation(),
                limits.equals(HeldLimits.UNDECLARED)
                        ? null
                        : new SubjectLimitsSpec(
                                unlessNone(limits.active()),
                                unlessNone(limits.queued()),
                                unlessNone(limits.cpuFuel()),
                                limits.memoryBytes() == HeldLimits.NONE ? null : bytes(limits.memoryBytes())));
    }

    private static SubjectSpec subject(Subject subject) {
        return switch (subject) {
            case Subject.ServiceAccount account ->
                new SubjectSpec(SubjectKind.SERVICE_ACCOUNT, account.namespace(), account.name(), null);
            case Subject.User user -> new SubjectSpec(SubjectKind.USER, null, user.name(), null);
            case Subject.SpiffeId id -> new SubjectSpec(SubjectKind.SPIFFE_ID, null, null, id.uri());
            case Subject.UnixUser user -> new SubjectSpec(SubjectKind.UNIX_USER, null, user.name(), null);
            case Subject.StaticToken token -> new SubjectSpec(SubjectKind.STATIC_TOKEN, null, token.name(), null);
        };
    }

    private static RouteSpec route(Route route) {
        return new RouteSpec(
                route.name(),
                route.contract(),
                route.functions(),
                route.revisions().stream()
                        .map(revision -> new WeightedRevisionSpec(revision.revision(), revision.weight()))
                        .toList());
    }

    private static RevisionSpec revision(Revision revision) {
        var placement = revision.placement();
        return new RevisionSpec(
                revision.name(),
                revision.service(),
                revision.release(),
                revision.trustClass(),
                budget(revision.capsuleCeiling()),
                budget(revision.deploymentCeiling()),
                new PlacementSpec(placement.architectures(), placement.regions(), placement.zones()),
                revision.profiles().stream().map(PolicySource::profile).toList());
    }

    private static ProfileSpec profile(Profile profile) {
        long memory = profile.memoryBytesCeiling();
        return new ProfileSpec(
                profile.name(),
                new ProfileResourcesSpec(
                        unlessNone(profile.cpuFuelCeiling()), memory == HeldLimits.NONE ? null : bytes(memory)),
                profile.backend(),
                profile.threadingModel(),
                profile.stateModel(),
                profile.features(),
                profile.maxCallDepth(),
                profile.cellClasses(),
                profile.route(),
                profile.outputContract(),
                bound(profile.executionBound()));
    }

    private static @Nullable ExecutionBoundSpec bound(ExecutionBound bound) {
        return bound.equals(ExecutionBound.NONE)
                ? null
                : new ExecutionBoundSpec(bound.enforcers(), Durations.format(bound.maxOverrunMillis()));
    }

    private static BudgetSpec budget(Budget budget) {
        return new BudgetSpec(Durations.format(budget.wallTimeMillis()), budget.cpuFuel(), bytes(budget.memoryBytes()));
    }

    private static HeldLimitsSpec held(HeldLimits limits) {
        return new HeldLimitsSpec(limits.active(), limits.queued(), limits.cpuFuel(), bytes(limits.memoryBytes()));
    }

    private static @Nullable Long unlessNone(long amount) {
        return amount == HeldLimits.NONE ? null : amount;
    }

    private static String bytes(long amount) {
        return Long.toString(amount);
    }

    private static String percentage(int perMille) {
        return perMille / 10 + (perMille % 10 == 0 ? "" : "." + perMille % 10) + "%";
    }
}
