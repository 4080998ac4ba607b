package dev.headgate.pin;

import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotPart;
import dev.headgate.api.SnapshotPartSpec;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real API server, with the node's own account. The informer lists again after an expired watch, and never gives up. */
final class KubernetesObjects implements ClusterObjects {
    /** As it stands in {@code managedFields}. */
    static final String FIELD_MANAGER = "headgate-node";

    private static final Logger LOG = LoggerFactory.getLogger(KubernetesObjects.class);
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(FIELD_MANAGER)
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final String nodeName;
    private @Nullable SharedIndexInformer<NodePin> informer;

    KubernetesObjects(KubernetesClient client, String nodeName) {
        this.client = client;
        this.nodeName = nodeName;
    }

    @Override
    public void follow(Consumer<NodePin> onState) {
        SharedIndexInformer<NodePin> started =
                client.resources(NodePin.class).withName(nodeName).runnableInformer(0);
        started.exceptionHandler((_, failure) -> {
            LOG.warn("Watching NodePin/{} failed and is tried again: {}", nodeName, failure.toString());
            return true;
        });
        started.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(NodePin pin) {
                onState.accept(pin);
            }

            @Override
            public void onUpdate(NodePin before, NodePin pin) {
                onState.accept(pin);
            }

            @Override
            public void onDelete(NodePin pin, boolean finalStateUnknown) {
                LOG.warn("NodePin/{} was deleted; what is pinned stays", nodeName);
            }
        });
        informer = started;
        var _ = started.start();
    }

    @Override
    public Answer<NodePin> ownPin() {
        return answer(() -> client.resources(NodePin.class).withName(nodeName).get());
    }

    @Override
    public Answer<PolicySnapshotSpec> manifest(String name) {
        return answer(() -> {
            PolicySnapshot snapshot =
                    client.resources(PolicySnapshot.class).withName(name).get();
            return snapshot == null ? null : snapshot.getSpec();
        });
    }

    @Override
    public Answer<SnapshotPartSpec> part(String name) {
        return answer(() -> {
            SnapshotPart part =
                    client.resources(SnapshotPart.class).withName(name).get();
            return part == null ? null : part.getSpec();
        });
    }

    @Override
    public Answer<NodePinStatus> applyStatus(NodePinStatus status) {
        NodePin pin = new NodePin();
        pin.setMetadata(new ObjectMetaBuilder().withName(nodeName).build());
        pin.setStatus(status);
        return answer(
                () -> client.resource(pin).subresource("status").patch(APPLY).getStatus());
    }

    @Override
    public void close() {
        if (informer != null) {
            informer.close();
        }
    }

    private static <T> Answer<T> answer(Supplier<@Nullable T> call) {
        try {
            T value = call.get();
            return value == null ? new Answer.Absent<>() : new Answer.Found<>(value);
        } catch (KubernetesClientException failure) {
            return failure.getCode() == 404 ? new Answer.Absent<>() : new Answer.Unavailable<>(why(failure));
        }
    }

    /** What the API server says of a call of this node's own; nothing of a caller is in it. */
    private static String why(KubernetesClientException failure) {
        if (failure.getCode() == 0) {
            return "no connection";
        }
        String message =
                failure.getStatus() == null ? null : failure.getStatus().getMessage();
        return "status " + failure.getCode() + (message == null ? "" : ", " + message);
    }
}
