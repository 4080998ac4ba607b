package dev.headgate.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.SnapshotCodec;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file means the same whichever way it goes (design page 13): applied with kubectl, with the defaults of the schema, and read from
 * the API server as the operator reads it; or compiled where it lies.
 */
@ExtendWith(SharedControlPlane.class)
class SameDigestIT {
    @ParameterizedTest
    @CsvSource({
        "minimal, minimal, default",
        "quickstart, quickstart, acme",
        "cluster, everywhere, payments",
        "pool, edge, payments"
    })
    void whatTheApiServerHoldsCompilesToTheDigestOfItsFiles(
            String example, String policyName, String namespace, ControlPlane plane) {
        var space = new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .endMetadata()
                .build();
        plane.client().resource(space).serverSideApply();
        Path files = Path.of("examples").resolve(example);
        plane.kubectl("apply", "-f", Checkout.root().resolve(files).toString()).orThrow();
        try {
            NodeAdmissionPolicy policy = plane.client()
                    .resources(NodeAdmissionPolicy.class)
                    .withName(policyName)
                    .require();
            List<DeploymentCatalog> catalogs = plane.client()
                    .resources(DeploymentCatalog.class)
                    .inNamespace(namespace)
                    .list()
                    .getItems();

            assertThat(PolicyCompiler.compile(policy, catalogs, null))
                    .isInstanceOfSatisfying(
                            Compilation.Compiled.class,
                            compiled -> assertThat(SnapshotCodec.encode(compiled.policy())
                                            .digest())
                                    .isEqualTo(CompiledFiles.digest(plane, files)));
        } finally {
            plane.client()
                    .resources(NodeAdmissionPolicy.class)
                    .withName(policyName)
                    .delete();
            plane.client()
                    .resources(DeploymentCatalog.class)
                    .inNamespace(namespace)
                    .delete();
        }
    }
}
