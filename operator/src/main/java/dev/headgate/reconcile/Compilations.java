package dev.headgate.reconcile;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.fleet.Lineage;
import dev.headgate.fleet.SnapshotFacts;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Finding;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiles each policy with the catalogs it claims, once for each state of them. */
final class Compilations {
    /**
     * What a policy compiles to.
     *
     * @param policy as it was compiled
     * @param catalogs those of the namespaces that its tenants name
     * @param result of the compiler
     * @param snapshot the canonical form; null if it was refused
     */
    record Result(
            NodeAdmissionPolicy policy,
            List<DeploymentCatalog> catalogs,
            Compilation result,
            @Nullable Snapshot snapshot) {
        Result {
            catalogs = List.copyOf(catalogs);
        }
    }

    /** The longest name of a policy; the schema of PolicySnapshot says the same. */
    private static final int NAME_LENGTH = 200;

    /** The state of an object's spec. */
    private record Version(String uid, long generation) {
        static Version of(HasMetadata object) {
            return new Version(
                    object.getMetadata().getUid(),
                    Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L));
        }
    }

    private record Inputs(
            Version policy,
            List<Version> catalogs,
            @Nullable String previousDigest) {}

    private record Kept(Inputs inputs, Result result) {}

    private final FleetView view;
    private final SnapshotContents contents;
    private final OperatorMetrics metrics;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    Compilations(FleetView view, SnapshotContents contents, OperatorMetrics metrics) {
        this.view = view;
        this.contents = contents;
        this.metrics = metrics;
        view.policies.listen((before, after) -> {
            if (after == null && before != null) {
                kept.remove(before.getMetadata().getName());
            }
        });
    }

    /** The namespaces whose catalogs belong to a tenant of the policy. */
    static Set<String> claimedNamespaces(NodeAdmissionPolicy policy) {
        return policy.getSpec().tenants().stream()
                .flatMap(tenant -> tenant.namespaces().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What a policy compiles to, with the catalogs as they are now. */
    Result of(NodeAdmissionPolicy policy) {
        Set<String> namespaces = claimedNamespaces(policy);
        List<DeploymentCatalog> catalogs = view.catalogs.all().stream()
                .filter(catalog -> namespaces.contains(catalog.getMetadata().getNamespace()))
                .sorted(Comparator.comparing((DeploymentCatalog catalog) ->
                                catalog.getMetadata().getNamespace())
                        .thenComparing(catalog -> catalog.getMetadata().getName()))
                .toList();
        PolicySnapshot previous = newest(policy);
        var inputs = new Inputs(
                Version.of(policy),
                catalogs.stream().map(Version::of).toList(),
                previous == null ? null : previous.getSpec().digest());
        Kept known = kept.get(policy.getMetadata().getName());
        if (known != null && known.inputs().equals(inputs)) {
            return known.result();
        }
        Result result = metrics.compiling(() -> compile(policy, catalogs, previous));
        kept.put(policy.getMetadata().getName(), new Kept(inputs, result));
        return result;
    }

    private Result compile(
            NodeAdmissionPolicy policy, List<DeploymentCatalog> catalogs, @Nullable PolicySnapshot previous) {
        String name = policy.getMetadata().getName();
        if (name.length() > NAME_LENGTH) {
            var finding = new Finding(
                    "metadata.name",
                    "must have at most " + NAME_LENGTH + " characters, since snapshots are named after it",
                    "give the policy a shorter name");
            return new Result(policy, catalogs, new Compilation.Refused(List.of(finding)), null);
        }
        var before = previous == null ? null : contents.of(previous).orElse(null);
        Compilation result = PolicyCompiler.compile(policy, catalogs, before);
        return switch (result) {
            case Compilation.Compiled compiled ->
                new Result(policy, catalogs, result, SnapshotCodec.encode(compiled.policy()));
            case Compilation.Refused _ -> new Result(policy, catalogs, result, null);
        };
    }

    private @Nullable PolicySnapshot newest(NodeAdmissionPolicy policy) {
        return lineage(policy)
                .newest()
                .map(SnapshotFacts::name)
                .map(view.snapshots::get)
                .orElse(null);
    }

    Lineage lineage(NodeAdmissionPolicy policy) {
        return Lineage.of(
                policy.getMetadata().getName(),
                policy.getMetadata().getUid(),
                view.snapshots.all().stream().map(Facts::snapshot).toList());
    }
}
