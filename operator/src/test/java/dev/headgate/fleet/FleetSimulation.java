package dev.headgate.fleet;

import static dev.headgate.fleet.TestingFacts.NOON;
import static dev.headgate.fleet.TestingFacts.digest;
import static dev.headgate.fleet.TestingFacts.pool;
import static dev.headgate.fleet.TestingFacts.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.ChangeRecord;
import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodeSelectorSpec;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinSpec;
import dev.headgate.api.PinTarget;
import dev.headgate.api.ServedStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in one thread: policies and nodes that come, change and go, nodes that acknowledge, refuse, lag and come back under the
 * same name, and an operator that is woken in any order and carries out what {@code fleet} says. Each step checks what must always
 * hold; {@link #settle} checks what holds once nothing changes any more.
 */
final class FleetSimulation {
    private static final int NAMES = 3;
    private static final List<String> POOLS = List.of("a", "b");
    private static final int CONTENTS = 4;

    /** A policy as people wrote it, and its status. */
    private static final class Policy {
        final String name;
        final String uid;
        int precedence;
        NodeSelectorSpec selector;
        int content;

        @Nullable PinSpec pin;

        @Nullable ServedStatus served;

        List<ChangeRecord> history = new ArrayList<>();
        boolean ready;

        Policy(String name, String uid, int precedence, NodeSelectorSpec selector, int content) {
            this.name = name;
            this.uid = uid;
            this.precedence = precedence;
            this.selector = selector;
            this.content = content;
        }

        PolicyFacts facts() {
            return new PolicyFacts(name, uid, NOON, precedence, selector, served);
        }
    }

    /** What a node's endpoint remembers. */
    private static final class Endpoint {
        long seen;

        @Nullable PinTarget active;

        @Nullable ServedStatus attempted;

        @Nullable PinRefusal refusal;

        @Nullable ServedStatus good;

        NodeReport report() {
            return new NodeReport(seen, active, attempted, refusal, good);
        }
    }

    private final Random random;
    private final int limit;
    private final Map<String, Policy> policies = new TreeMap<>();
    private final Map<String, NodeFacts> nodes = new TreeMap<>();
    private final Map<String, Endpoint> endpoints = new TreeMap<>();
    private final Map<String, PinFacts> pins = new TreeMap<>();
    private final Map<String, Long> highestTold = new HashMap<>();
    private final Map<String, SnapshotFacts> snapshots = new TreeMap<>();
    private final Map<String, Long> highestGeneration = new HashMap<>();
    private int uids;

    /** What was reached, so that a run that did nothing does not pass. */
    final Map<String, Integer> reached = new TreeMap<>();

    FleetSimulation(long seed) {
        random = new Random(seed);
        limit = 1 + random.nextInt(3);
    }

    void step() {
        switch (random.nextInt(16)) {
            case 0 -> join();
            case 1 -> leave();
            case 2 -> relabel();
            case 3 -> replace();
            case 4 -> create();
            case 5 -> deletePolicy();
            case 6 -> edit();
            case 7 -> pinOrUnpin();
            case 8 -> deletePin();
            case 9, 10, 11 -> endpoints.keySet().forEach(this::sometimesActs);
            case 12, 13 -> policies.values().forEach(this::reconcile);
            default -> nodes.values().forEach(this::reconcile);
        }
        check();
    }

    /** Lets everything run until nothing is written any more, with endpoints that accept everything. */
    void settle() {
        for (int round = 0; round < 10; round++) {
            boolean wrote = false;
            for (var policy : policies.values()) {
                policy.pin = null;
                wrote |= reconcile(policy);
            }
            for (var node : List.copyOf(nodes.values())) {
                wrote |= reconcile(node);
                act(node.name(), false);
            }
            check();
            if (!wrote && round > 1) {
                assertSettled();
                return;
            }
        }
        throw new AssertionError("still writing after ten rounds without a change");
    }

    private void assertSettled() {
        var governance = governance();
        for (var node : nodes.values()) {
            var wanted = governance.of(node).map(PolicyFacts::target).orElse(null);
            PinFacts pin = pins.get(node.name());
            assertThat(pin == null ? null : pin.target()).isEqualTo(wanted);
        }
        for (var policy : policies.values()) {
            boolean governs = !governance
                    .standing(policy.facts(), nodes.values())
                    .governed()
                    .isEmpty();
            assertThat(policy.ready).as("%s is ready", policy.name).isEqualTo(governs);
        }
        count("settled");
    }

    private void join() {
        String name = "n" + random.nextInt(6);
        if (nodes.putIfAbsent(name, node(name)) == null) {
            endpoints.putIfAbsent(name, new Endpoint());
        }
    }

    private NodeFacts node(String name) {
        return new NodeFacts(name, "node-" + uids++, Map.of("pool", pick(POOLS)));
    }

    private void leave() {
        anyNode(name -> {
            nodes.remove(name);
            endpoints.remove(name);
            if (random.nextBoolean()) {
                pins.remove(name);
                highestTold.remove(name);
            }
        });
    }

    private void relabel() {
        anyNode(name -> nodes.computeIfPresent(
                name, (_, node) -> new NodeFacts(name, node.uid(), Map.of("pool", pick(POOLS)))));
    }

    private void replace() {
        anyNode(name -> {
            nodes.put(name, node(name));
            count("replaced");
        });
    }

    private void create() {
        String name = "p" + random.nextInt(NAMES);
        policies.computeIfAbsent(
                name,
                _ -> new Policy(name, "policy-" + uids++, random.nextInt(3), selector(), random.nextInt(CONTENTS)));
    }

    private NodeSelectorSpec selector() {
        return random.nextInt(3) == 0 ? TestingFacts.EVERYWHERE : pool(pick(POOLS));
    }

    private void deletePolicy() {
        if (random.nextInt(3) != 0) {
            return;
        }
        anyPolicy(policy -> {
            policies.remove(policy.name);
            if (random.nextBoolean()) {
                snapshots.values().removeIf(snapshot -> snapshot.owners().contains(policy.uid));
            } else {
                snapshots.replaceAll(
                        (_, snapshot) -> snapshot.owners().contains(policy.uid) ? owned(snapshot, Set.of()) : snapshot);
                count("orphaned");
            }
        });
    }

    private void edit() {
        anyPolicy(policy -> {
            switch (random.nextInt(3)) {
                case 0 -> policy.content = random.nextInt(CONTENTS);
                case 1 -> policy.precedence = random.nextInt(3);
                default -> policy.selector = selector();
            }
        });
    }

    private void pinOrUnpin() {
        anyPolicy(policy -> policy.pin = random.nextBoolean() ? null : new PinSpec(1L + random.nextInt(8), null));
    }

    private void deletePin() {
        anyNode(name -> {
            if (pins.remove(name) != null) {
                count("pin deleted");
            }
        });
    }

    private void sometimesActs(String node) {
        if (random.nextInt(3) != 0) {
            act(node, random.nextInt(5) == 0);
        }
    }

    /** An endpoint looks at its object: acts on what is newer than it has seen, and reports. */
    private void act(String name, boolean refuses) {
        PinFacts pin = pins.get(name);
        Endpoint endpoint = endpoints.get(name);
        if (pin == null || endpoint == null) {
            return;
        }
        boolean again = pin.assignment() == endpoint.seen && endpoint.refusal != null;
        if (pin.assignment() > endpoint.seen || again) {
            endpoint.seen = pin.assignment();
            serve(endpoint, pin.target(), refuses);
        }
        pins.put(name, with(pin, endpoint.report()));
    }

    private void serve(Endpoint endpoint, @Nullable PinTarget target, boolean refuses) {
        endpoint.refusal = null;
        if (target == null) {
            endpoint.active = null;
            return;
        }
        endpoint.attempted = new ServedStatus(target.generation(), target.digest());
        SnapshotFacts snapshot = snapshots.get(target.policy() + "-" + target.generation());
        if (refuses || snapshot == null || !snapshot.digest().equals(target.digest())) {
            endpoint.refusal = refuses ? PinRefusal.TOO_LARGE : PinRefusal.PART_MISSING;
            count("refused");
            return;
        }
        endpoint.active = target;
        endpoint.good = endpoint.attempted;
        count("acknowledged");
    }

    private Governance governance() {
        return Governance.over(policies.values().stream().map(Policy::facts).toList());
    }

    private boolean reconcile(NodeFacts node) {
        long known = highestTold.getOrDefault(node.name(), 0L);
        var assignment = Assignment.decide(node, governance(), pins.get(node.name()), known);
        if (!(assignment instanceof Assignment.Change(NodePinSpec spec))) {
            return false;
        }
        assertThat(spec.assignment()).as("assignment of %s", node.name()).isGreaterThan(known);
        highestTold.put(node.name(), spec.assignment());
        NodeReport report =
                pins.containsKey(node.name()) ? pins.get(node.name()).report() : NodeReport.NONE;
        pins.put(
                node.name(),
                new PinFacts(node.name(), spec.nodeUid(), spec.assignment(), spec.target(), spec.placement(), report));
        count("told");
        return true;
    }

    private boolean reconcile(Policy policy) {
        Lineage lineage = Lineage.of(policy.name, policy.uid, snapshots.values());
        boolean wrote = false;
        switch (GenerationDecision.of(digest(policy.content), policy.name, lineage, policy.history, pins.values())) {
            case GenerationDecision.Same _ -> {}
            case GenerationDecision.Adopt(SnapshotFacts orphan) -> {
                var adopted = owned(orphan, Set.of(policy.uid));
                snapshots.put(adopted.name(), adopted);
                lineage = lineage.with(adopted);
                count("adopted");
                wrote = true;
            }
            case GenerationDecision.Make make -> {
                lineage = lineage.with(make(policy, make));
                wrote = true;
            }
        }
        Serving serving = Serving.of(policy.pin, lineage, policy.served, policy.name, pins.values());
        var standing = governance().standing(policy.facts(), nodes.values());
        var report = PolicyReport.of(policy.name, List.of(), serving, policy.served, standing, pins);
        report.change().ifPresent(change -> apply(policy, change));
        wrote |= report.change().isPresent();
        policy.ready = report.verdicts().stream()
                .anyMatch(verdict -> verdict.type().equals("Ready") && verdict.truth() == Verdict.Truth.TRUE);
        if (policy.ready) {
            assertEveryGovernedNodeServes(policy, standing.governed());
        }
        for (var expired : Retention.expired(policy.name, lineage, limit, policy.served, policy.pin, pins.values())) {
            prune(expired);
            wrote = true;
        }
        return wrote;
    }

    private SnapshotFacts make(Policy policy, GenerationDecision.Make make) {
        var made = TestingFacts.snapshot(
                policy.name, policy.uid, Set.of(policy.uid), make.generation(), policy.content, make.kind());
        assertThat(snapshots).as("no number is used twice").doesNotContainKey(made.name());
        if (make.kind() != ChangeKind.INITIAL) {
            long highest = highestGeneration.getOrDefault(policy.uid, 0L);
            assertThat(make.generation()).as("generations rise").isGreaterThan(highest);
        }
        highestGeneration.put(policy.uid, make.generation());
        snapshots.put(made.name(), made);
        count("made " + make.kind());
        return made;
    }

    private void apply(Policy policy, PolicyReport.Change change) {
        var from = change.from();
        policy.history.addFirst(new ChangeRecord(
                change.kind(),
                from == null ? null : from.generation(),
                from == null ? null : from.digest(),
                change.to().generation(),
                change.to().digest(),
                null,
                null,
                null));
        policy.served = change.to();
        count("served " + change.kind());
    }

    private void assertEveryGovernedNodeServes(Policy policy, List<NodeFacts> governed) {
        assertThat(governed).isNotEmpty();
        for (var node : governed) {
            assertThat(Objects.requireNonNull(endpoints.get(node.name())).active)
                    .as("what %s really serves while %s is Ready", node.name(), policy.name)
                    .isEqualTo(policy.facts().target());
        }
        count("ready");
    }

    private void prune(SnapshotFacts expired) {
        for (var pin : pins.values()) {
            var report = pin.report();
            for (var held : new @Nullable PinTarget[] {pin.target(), report.active()}) {
                assertThat(held != null
                                && held.policy().equals(expired.policy())
                                && held.generation() == expired.generation())
                        .as("%s is pruned though %s is told it or serves it", expired.name(), pin.node())
                        .isFalse();
            }
            var good = report.lastKnownGood();
            assertThat(good != null && good.digest().equals(expired.digest()))
                    .as("%s is pruned though %s would start with it", expired.name(), pin.node())
                    .isFalse();
        }
        snapshots.remove(expired.name());
        count("pruned");
    }

    private void check() {
        for (var policy : policies.values()) {
            if (policy.served == null) {
                continue;
            }
            var served = snapshots.get(policy.name + "-" + policy.served.generation());
            assertThat(served).as("what %s serves exists", policy.name).isNotNull();
            assertThat(Objects.requireNonNull(served).digest()).isEqualTo(policy.served.digest());
        }
    }

    private static SnapshotFacts owned(SnapshotFacts snapshot, Set<String> owners) {
        return new SnapshotFacts(
                snapshot.name(),
                snapshot.policy(),
                snapshot.policyUid(),
                owners,
                snapshot.generation(),
                snapshot.digest(),
                snapshot.kind(),
                snapshot.parts());
    }

    private void anyNode(Consumer<String> action) {
        if (!nodes.isEmpty()) {
            action.accept(pick(List.copyOf(nodes.keySet())));
        }
    }

    private void anyPolicy(Consumer<Policy> action) {
        if (!policies.isEmpty()) {
            action.accept(pick(List.copyOf(policies.values())));
        }
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void count(String what) {
        reached.merge(what, 1, Math::addExact);
    }
}
