package dev.headgate.reconcile;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.DeploymentCatalogStatus;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicyStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** Writes statuses by server-side apply, if they say something new. */
final class StatusWriter {
    /** The field manager of everything that the operator writes. */
    static final String FIELD_MANAGER = "headgate-operator";

    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(FIELD_MANAGER)
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final FleetView view;

    StatusWriter(KubernetesClient client, FleetView view) {
        this.client = client;
        this.view = view;
    }

    /** Returns the policy as it is then. */
    NodeAdmissionPolicy write(NodeAdmissionPolicy policy, NodeAdmissionPolicyStatus status) {
        if (status.equals(policy.getStatus())) {
            return policy;
        }
        var applied = new NodeAdmissionPolicy();
        applied.setMetadata(identity(policy));
        applied.setStatus(status);
        NodeAdmissionPolicy written =
                client.resource(applied).subresource("status").patch(APPLY);
        view.policies.wrote(written);
        return written;
    }

    void write(DeploymentCatalog catalog, DeploymentCatalogStatus status) {
        if (status.equals(catalog.getStatus())) {
            return;
        }
        var applied = new DeploymentCatalog();
        applied.setMetadata(identity(catalog));
        applied.setStatus(status);
        view.catalogs.wrote(client.resource(applied).subresource("status").patch(APPLY));
    }

    /** With its UID: the status of one object must not end up on another of the same name. */
    private static ObjectMeta identity(HasMetadata object) {
        return new ObjectMetaBuilder()
                .withName(object.getMetadata().getName())
                .withNamespace(object.getMetadata().getNamespace())
                .withUid(object.getMetadata().getUid())
                .build();
    }
}
