package dev.headgate.reconcile;

import dev.headgate.api.ActivePin;
import dev.headgate.api.AttemptedPin;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.PinTarget;
import dev.headgate.api.PolicySnapshot;
import dev.headgate.api.ServedStatus;
import dev.headgate.api.SnapshotPartReference;
import dev.headgate.fleet.NodeFacts;
import dev.headgate.fleet.NodeReport;
import dev.headgate.fleet.PinFacts;
import dev.headgate.fleet.PolicyFacts;
import dev.headgate.fleet.SnapshotFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Objects of the cluster as the facts that {@code fleet} decides on. */
final class Facts {
    private Facts() {}

    static PolicyFacts policy(NodeAdmissionPolicy policy) {
        var metadata = policy.getMetadata();
        var status = policy.getStatus();
        return new PolicyFacts(
                metadata.getName(),
                metadata.getUid(),
                Instant.parse(metadata.getCreationTimestamp()),
                Objects.requireNonNullElse(policy.getSpec().precedence(), 0),
                policy.getSpec().nodeSelector(),
                status == null ? null : status.served());
    }

    static NodeFacts node(Node node) {
        var metadata = node.getMetadata();
        return new NodeFacts(
                metadata.getName(), metadata.getUid(), Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
    }

    static PinFacts pin(NodePin pin) {
        var spec = pin.getSpec();
        return new PinFacts(
                pin.getMetadata().getName(),
                spec.nodeUid(),
                spec.assignment(),
                spec.target(),
                spec.placement(),
                report(pin.getStatus()));
    }

    private static NodeReport report(@Nullable NodePinStatus status) {
        if (status == null) {
            return NodeReport.NONE;
        }
        AttemptedPin attempted = status.attempted();
        return new NodeReport(
                Objects.requireNonNullElse(status.observedAssignment(), 0L),
                active(status.active()),
                attempted == null ? null : new ServedStatus(attempted.generation(), attempted.digest()),
                attempted == null ? null : attempted.refusal(),
                status.lastKnownGood());
    }

    private static @Nullable PinTarget active(@Nullable ActivePin active) {
        return active == null ? null : new PinTarget(active.policy(), active.generation(), active.digest());
    }

    static SnapshotFacts snapshot(PolicySnapshot snapshot) {
        var spec = snapshot.getSpec();
        return new SnapshotFacts(
                snapshot.getMetadata().getName(),
                spec.policy(),
                Objects.requireNonNullElse(spec.policyUid(), ""),
                snapshot.getMetadata().getOwnerReferences().stream()
                        .map(OwnerReference::getUid)
                        .collect(Collectors.toSet()),
                spec.generation(),
                spec.digest(),
                spec.audit().kind(),
                spec.parts().stream().map(SnapshotPartReference::name).toList());
    }

    /** That {@code owner} goes first; it never waits for what it owns (page 13: no owner reference blocks deletion). */
    static OwnerReference ownedBy(HasMetadata owner) {
        return new OwnerReference(
                owner.getApiVersion(),
                null,
                null,
                owner.getKind(),
                owner.getMetadata().getName(),
                owner.getMetadata().getUid());
    }
}
