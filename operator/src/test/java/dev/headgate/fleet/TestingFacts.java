package dev.headgate.fleet;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.NodeSelectorRequirementSpec;
import dev.headgate.api.NodeSelectorSpec;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.SelectorOperator;
import dev.headgate.api.ServedStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Short ways to write facts down. */
final class TestingFacts {
    static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
    static final NodeSelectorSpec EVERYWHERE = new NodeSelectorSpec(Map.of(), List.of());

    private TestingFacts() {}

    static String digest(int content) {
        return "sha256:" + HexFormat.of().toHexDigits(content).repeat(8);
    }

    static NodeFacts node(String name, String... labels) {
        return new NodeFacts(name, "uid-" + name, labels(labels));
    }

    static Map<String, String> labels(String... keysAndValues) {
        var labels = new HashMap<String, String>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            labels.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return labels;
    }

    static NodeSelectorSpec pool(String pool) {
        return new NodeSelectorSpec(Map.of("pool", pool), List.of());
    }

    static NodeSelectorSpec expression(String key, SelectorOperator operator, String... values) {
        return new NodeSelectorSpec(
                Map.of(), List.of(new NodeSelectorRequirementSpec(key, operator, Arrays.asList(values))));
    }

    static PolicyFacts policy(String name, int precedence, NodeSelectorSpec selector, @Nullable ServedStatus served) {
        return new PolicyFacts(name, "uid-" + name, NOON, precedence, selector, served);
    }

    static ServedStatus served(long generation, int content) {
        return new ServedStatus(generation, digest(content));
    }

    static PinTarget target(String policy, long generation, int content) {
        return new PinTarget(policy, generation, digest(content));
    }

    static PinFacts told(NodeFacts node, long assignment, @Nullable PinTarget target) {
        return new PinFacts(node.name(), node.uid(), assignment, target, node.placement(), NodeReport.NONE);
    }

    static PinFacts acknowledged(NodeFacts node, long assignment, PinTarget target) {
        var report = new NodeReport(
                assignment,
                target,
                new ServedStatus(target.generation(), target.digest()),
                null,
                new ServedStatus(target.generation(), target.digest()));
        return with(told(node, assignment, target), report);
    }

    static PinFacts refused(NodeFacts node, long assignment, PinTarget target, PinRefusal refusal) {
        var report =
                new NodeReport(assignment, null, new ServedStatus(target.generation(), target.digest()), refusal, null);
        return with(told(node, assignment, target), report);
    }

    static PinFacts with(PinFacts pin, NodeReport report) {
        return new PinFacts(pin.node(), pin.nodeUid(), pin.assignment(), pin.target(), pin.placement(), report);
    }

    static SnapshotFacts snapshot(String policy, long generation, int content) {
        return snapshot(policy, "uid-" + policy, Set.of("uid-" + policy), generation, content, ChangeKind.CHANGE);
    }

    static SnapshotFacts snapshot(
            String policy, String uid, Set<String> owners, long generation, int content, ChangeKind kind) {
        return new SnapshotFacts(
                policy + "-" + generation,
                policy,
                uid,
                owners,
                generation,
                digest(content),
                kind,
                List.of("part-" + digest(content).substring(7, 47)));
    }

    static Lineage lineage(String policy, SnapshotFacts... snapshots) {
        return Lineage.of(policy, "uid-" + policy, List.of(snapshots));
    }
}
