package dev.headgate.reconcile;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodePin;
import dev.headgate.fleet.PinFacts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which change makes whom look again. What changes often and decides nothing (a node's heartbeat, the refresh of a report) wakes
 * nobody; what a policy is decided on wakes all policies, since they compete.
 */
final class Triggers {
    private final FleetView view;
    private final SimpleInboundEventSource<NodeAdmissionPolicy> policies = new SimpleInboundEventSource<>("fleet");
    private final SimpleInboundEventSource<DeploymentCatalog> catalogs = new SimpleInboundEventSource<>("fleet");
    private final SimpleInboundEventSource<Node> nodes = new SimpleInboundEventSource<>("fleet");

    /** Listens to everything that is watched. Before the watches start. */
    Triggers(FleetView view) {
        this.view = view;
        view.policies.listen(this::policyChanged);
        view.catalogs.listen((before, after) -> {
            if (specChanged(before, after)) {
                wakePolicies();
                wakeCatalogs();
            }
        });
        view.nodes.listen((before, after) -> {
            if (nodeChanged(before, after)) {
                wakePolicies();
            }
        });
        view.pins.listen(this::pinChanged);
        view.snapshots.listen((before, after) -> {
            if (specChanged(before, after)) {
                wakePolicies();
            }
        });
        view.parts.listen((before, after) -> {
            if (after == null) {
                wakePolicies();
            }
        });
    }

    SimpleInboundEventSource<NodeAdmissionPolicy> policies() {
        return policies;
    }

    SimpleInboundEventSource<DeploymentCatalog> catalogs() {
        return catalogs;
    }

    SimpleInboundEventSource<Node> nodes() {
        return nodes;
    }

    /** Whether a node is another one for what is decided here. */
    static boolean nodeChanged(@Nullable Node before, @Nullable Node after) {
        return before == null || after == null || !Facts.node(before).equals(Facts.node(after));
    }

    private void policyChanged(@Nullable NodeAdmissionPolicy before, @Nullable NodeAdmissionPolicy after) {
        boolean competes = before == null
                || after == null
                || !Facts.policy(before).equals(Facts.policy(after))
                || isGoing(before) != isGoing(after);
        if (competes) {
            view.nodes.all().forEach(node -> wake(nodes, node));
        }
        if (competes || specChanged(before, after)) {
            wakePolicies();
        }
        if (competes || specChanged(before, after) || !verdicts(before).equals(verdicts(after))) {
            wakeCatalogs();
        }
    }

    private void pinChanged(@Nullable NodePin before, @Nullable NodePin after) {
        PinFacts was = before == null ? null : Facts.pin(before);
        PinFacts is = after == null ? null : Facts.pin(after);
        if (Objects.equals(was, is)) {
            return;
        }
        NodePin pin = after == null ? before : after;
        if (pin != null) {
            wake(nodes, pin);
        }
        wakePolicies();
    }

    private static boolean isGoing(HasMetadata object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    private static boolean specChanged(@Nullable HasMetadata before, @Nullable HasMetadata after) {
        return before == null
                || after == null
                || !Objects.equals(
                        before.getMetadata().getUid(), after.getMetadata().getUid())
                || !Objects.equals(
                        before.getMetadata().getGeneration(),
                        after.getMetadata().getGeneration())
                || !before.getMetadata()
                        .getOwnerReferences()
                        .equals(after.getMetadata().getOwnerReferences());
    }

    private static List<String> verdicts(@Nullable NodeAdmissionPolicy policy) {
        return policy == null || policy.getStatus() == null
                ? List.of()
                : policy.getStatus().conditions().stream()
                        .map((Condition condition) -> condition.getType() + condition.getStatus())
                        .toList();
    }

    private void wakePolicies() {
        view.policies.all().forEach(policy -> wake(policies, policy));
    }

    private void wakeCatalogs() {
        view.catalogs.all().forEach(catalog -> wake(catalogs, catalog));
    }

    private static void wake(SimpleInboundEventSource<?> source, HasMetadata object) {
        source.propagateEvent(ResourceID.fromResource(object));
    }
}
