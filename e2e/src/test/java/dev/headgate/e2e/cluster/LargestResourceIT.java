package dev.headgate.e2e.cluster;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The API server evaluates every rule of the schema against the largest resources that the schema allows, when they are created
 * and when they are changed (design page 13: that it accepts a rule proves nothing about its cost).
 */
@ExtendWith(SharedControlPlane.class)
class LargestResourceIT {
    private static final String LIMITS = "{active: 1, queued: 1, cpuFuel: 1, memory: 1Mi}";

    @Test
    void aPolicyOf500TenantsWithAllTheirSubjectsIsAcceptedAndChanged(ControlPlane plane) {
        String tenants = repeat(500, i -> """
                  - name: t%d
                    subjects: [%s]
                    nodeLimits: %s
                    maxPayload: 1Mi
                    maxPriority: 1
                """.formatted(i, subjects(8, "s" + i + "-"), LIMITS));

        assertAcceptedAndChanged(plane, policy("largest-tenants", tenants));
    }

    @Test
    void aTenantOfAThousandSubjectsIsAcceptedAndChanged(ControlPlane plane) {
        String tenants = repeat(1, i -> """
                  - name: t%d
                    subjects: [%s]
                    executors: [%s]
                    nodeLimits: %s
                    maxPayload: 1Mi
                    maxPriority: 1
                """.formatted(i, subjects(1000, "s"), users(1000), LIMITS));

        assertAcceptedAndChanged(plane, policy("largest-subjects", tenants));
    }

    @Test
    void aCatalogOfAThousandRevisionsIsAcceptedAndChanged(ControlPlane plane) {
        String services = repeat(500, i -> """
                  - name: s%d
                    routes: [{name: r, contract: c, functions: [f], revisions: [{name: a, weight: 1}, {name: b, weight: 1}]}]
                """.formatted(i));
        String revisions = repeat(1000, i -> """
                  - name: %s
                    service: s%d
                    release: r
                    trustClass: t
                    capsuleCeiling: {wallTime: 1s, cpuFuel: 1, memory: 1Mi}
                    deploymentCeiling: {wallTime: 1s, cpuFuel: 1, memory: 1Mi}
                    profiles: [{name: p, backend: Wasm, threadingModel: Single, stateModel: Stateless, maxCallDepth: 1, cellClasses: [tiny]}]
                """.formatted(i % 2 == 0 ? "a" : "b", i / 2));

        assertAcceptedAndChanged(plane, """
                apiVersion: headgate.dev/v1alpha1
                kind: DeploymentCatalog
                metadata: {name: largest, namespace: default}
                spec:
                  services:
                """ + services + "  revisions:\n" + revisions);
    }

    @Test
    void aManifestOf2000PartsIsAcceptedAndItsLabelsChanged(ControlPlane plane) {
        String parts =
                repeat(2000, i -> "  - {name: part-%040x, digest: \"sha256:%064x\", bytes: 50000}\n".formatted(i, i));

        assertAcceptedAndChanged(plane, """
                apiVersion: headgate.dev/v1alpha1
                kind: PolicySnapshot
                metadata: {name: largest-9007199254740991}
                spec:
                  schemaVersion: 1
                  policy: largest
                  generation: 9007199254740991
                  digest: "sha256:%064x"
                  audit: {kind: Initial}
                  parts:
                """.formatted(1) + parts);
    }

    @Test
    void aPartOf50000BytesIsAcceptedAndItsLabelsChanged(ControlPlane plane) {
        assertAcceptedAndChanged(plane, """
                apiVersion: headgate.dev/v1alpha1
                kind: SnapshotPart
                metadata: {name: part-%s}
                spec:
                  digest: "sha256:%s"
                  content: "%s"
                """.formatted("3".repeat(40), "3".repeat(64), "x".repeat(50_000)));
    }

    /** Rules that compare with what was there run at a change only. Server-side, as page 13 advises above 256 KB. */
    private static void assertAcceptedAndChanged(ControlPlane plane, String yaml) {
        var created = plane.kubectlWithInput(yaml, "apply", "--server-side", "-f", "-");
        assertThat(created.succeeded()).as("%s", created.err()).isTrue();

        var changed = plane.kubectlWithInput(
                yaml.replace("metadata: {", "metadata: {labels: {changed: \"yes\"}, "),
                "apply",
                "--server-side",
                "-f",
                "-");
        assertThat(changed.succeeded()).as("%s", changed.err()).isTrue();
    }

    private static String policy(String name, String tenants) {
        String queues =
                repeat(16, i -> "  - {name: q%d, priorities: {min: %d, max: %d}, maxQueued: 1}\n".formatted(i, i, i));
        String trusts = repeat(16, i -> "  - {name: t%d, limits: %s}\n".formatted(i, LIMITS));
        return """
                apiVersion: headgate.dev/v1alpha1
                kind: NodeAdmissionPolicy
                metadata: {name: %s}
                spec:
                  nodeSelector: {matchLabels: {pool: nobody}}
                  durability: Journal
                  node:
                    budgetCeiling: {wallTime: 1s, cpuFuel: 1, memory: 1Mi}
                    limits: %s
                    maxPayload: 1Mi
                    maxPriority: 15
                  identifierLimits: {maxLength: 128, maxGeneratedLength: 128}
                  attributeLimits: {maxEntries: 32, maxSize: 8Ki}
                  overload: {cpuThreshold: "90%%", memoryThreshold: "85%%", maxObservationAge: 5s, source: Node}
                  feasibility: {estimatedServiceTime: 1ms, minExecutionTime: 1ms, safetyMargin: 1ms}
                  lease: {queuedDuration: 1s}
                  history: {maxEntries: 1, maxAge: 1h}
                  cellClasses:
                  - {name: tiny, memory: 1Mi, parallelism: 1, threadingModels: [Single], stateModels: [Stateless], backends: [Wasm], maxCallDepth: 1}
                """.formatted(name, LIMITS) + "  queueClasses:\n" + queues + "  trustClasses:\n" + trusts
                + "  tenants:\n" + tenants;
    }

    private static String subjects(int count, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        "{kind: ServiceAccount, namespace: ns, name: %s%d, serviceIdentity: i}".formatted(prefix, i))
                .collect(joining(", "));
    }

    private static String users(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{kind: User, name: u%d}".formatted(i))
                .collect(joining(", "));
    }

    private static String repeat(int count, IntFunction<String> entry) {
        return IntStream.range(0, count).mapToObj(entry).collect(joining());
    }
}
