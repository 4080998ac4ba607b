package dev.headgate.reconcile;

import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinSpec;
import dev.headgate.fleet.Assignment;
import dev.headgate.fleet.NodeFacts;
import dev.headgate.fleet.PinFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells each node what to serve: the only writer of the wanted state of {@code NodePin}s. */
final class NodeReconciler implements Reconciler<Node> {
    private static final Logger LOG = LoggerFactory.getLogger(NodeReconciler.class);
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(200);

    private final KubernetesClient client;
    private final FleetView view;
    private final Triggers triggers;
    private final OperatorMetrics metrics;
    private final Map<String, Long> highestAssignments = new ConcurrentHashMap<>();

    NodeReconciler(KubernetesClient client, FleetView view, Triggers triggers, OperatorMetrics metrics) {
        this.client = client;
        this.view = view;
        this.triggers = triggers;
        this.metrics = metrics;
        // What a pin held survives its deletion, so that the next one of the name goes above it.
        view.pins.listen((before, after) -> {
            NodePin pin = after == null ? before : after;
            if (pin != null) {
                highestAssignments.merge(
                        pin.getMetadata().getName(), pin.getSpec().assignment(), Math::max);
            }
        });
        view.nodes.listen((before, after) -> {
            if (after == null && before != null) {
                highestAssignments.remove(before.getMetadata().getName());
            }
        });
    }

    @Override
    public List<EventSource<?, Node>> prepareEventSources(EventSourceContext<Node> context) {
        return List.of(triggers.nodes());
    }

    @Override
    public UpdateControl<Node> reconcile(Node node, Context<Node> context) {
        return metrics.reconciling("node", () -> reconcile(node));
    }

    private UpdateControl<Node> reconcile(Node node) {
        NodeFacts facts = Facts.node(node);
        NodePin pin = view.pins.get(facts.name());
        PinFacts told = pin == null ? null : Facts.pin(pin);
        long highest = highestAssignments.getOrDefault(facts.name(), 0L);
        return switch (Assignment.decide(facts, view.governance(), told, highest)) {
            case Assignment.Stands() -> UpdateControl.noUpdate();
            case Assignment.Change(NodePinSpec spec) -> tell(node, pin, spec);
        };
    }

    private UpdateControl<Node> tell(Node node, @Nullable NodePin current, NodePinSpec spec) {
        var next = new NodePin();
        next.setSpec(spec);
        try {
            if (current == null) {
                next.setMetadata(new ObjectMetaBuilder()
                        .withName(node.getMetadata().getName())
                        .withOwnerReferences(Facts.ownedBy(node))
                        .build());
                view.pins.wrote(client.resource(next).create());
            } else {
                // With the resource version it was decided on: who led before and was stopped for a while cannot write
                // over it.
                next.setMetadata(new ObjectMetaBuilder(current.getMetadata())
                        .withOwnerReferences(Facts.ownedBy(node))
                        .withManagedFields(List.of())
                        .build());
                view.pins.wrote(client.resource(next).update());
            }
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            // The view was older than the object; it is about to learn.
            return UpdateControl.<Node>noUpdate().rescheduleAfter(AFTER_CONFLICT);
        }
        var target = spec.target();
        LOG.atInfo()
                .setMessage("told a node what to serve")
                .addKeyValue("node", node.getMetadata().getName())
                .addKeyValue("assignment", spec.assignment())
                .addKeyValue("target", target == null ? "nothing" : target.policy() + "-" + target.generation())
                .log();
        return UpdateControl.noUpdate();
    }
}
