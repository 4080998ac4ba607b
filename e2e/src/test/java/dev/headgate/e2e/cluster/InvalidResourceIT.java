package dev.headgate.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What cannot be meant is refused by {@code kubectl apply}, in words that name the field and what it must be (design page 7, CRDs).
 * Every case is a resource that is accepted, with one thing changed.
 */
@ExtendWith(SharedControlPlane.class)
class InvalidResourceIT {

    /** One change to a resource that is accepted. */
    record Change(String sentence, String resource, String find, String replacement, List<String> message) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    @BeforeAll
    static void applyTheUnchanged(ControlPlane plane) {
        for (String kind : new String[] {"policy", "catalog", "snapshot", "part", "pin"}) {
            plane.kubectlWithInput(valid(kind), "apply", "-f", "-").orThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"policy", "catalog", "snapshot", "part", "pin"})
    void theUnchangedResourceIsAcceptedAgainAndIsNoChange(String kind, ControlPlane plane) {
        plane.kubectlWithInput(valid(kind), "apply", "-f", "-").orThrow();

        assertThat(plane.kubectlWithInput(
                                valid(kind), "get", "-f", "-", "-o", "jsonpath={.items[0].metadata.generation}")
                        .orThrow())
                .isEqualTo("1");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"amounts", "names", "lists", "missing", "rules", "immutable"})
    void isRefusedWithWordsThatHelp(Change change, ControlPlane plane) {
        String valid = valid(change.resource());
        String changed = valid.replace(change.find(), change.replacement());
        assertThat(changed).as("the case changes the resource").isNotEqualTo(valid);

        var answer = plane.kubectlWithInput(changed, "apply", "-f", "-");

        assertThat(answer.succeeded()).as("kubectl apply succeeded").isFalse();
        assertThat(answer.err()).contains(change.message());
    }

    static Stream<Change> amounts() {
        return Stream.of(
                policy(
                        "a negative count",
                        "active: 256",
                        "active: -1",
                        "spec.node.limits.active",
                        "greater than or equal to 0"),
                policy(
                        "a count beyond 2^53-1",
                        "cpuFuel: 200000000000",
                        "cpuFuel: 9007199254740992",
                        "spec.node.limits.cpuFuel",
                        "less than or equal to 9007199254740991"),
                policy(
                        "a count beyond 2^63",
                        "cpuFuel: 200000000000",
                        "cpuFuel: 99999999999999999999",
                        "spec.node.limits.cpuFuel"),
                policy(
                        "a fraction",
                        "active: 256",
                        "active: 2.5",
                        "spec.node.limits.active",
                        "must be of type integer"),
                policy("a negative quantity", "memory: 8Gi", "memory: \"-8Gi\"", "spec.node.limits.memory"),
                policy(
                        "an overflowing quantity",
                        "memory: 8Gi",
                        "memory: 99999999999999999999Gi",
                        "spec.node.limits.memory"),
                policy("a quantity without a number", "memory: 8Gi", "memory: lots", "spec.node.limits.memory"),
                policy("an unknown unit", "maxPayload: 1Mi", "maxPayload: 1MB", "spec.node.maxPayload"),
                policy(
                        "a duration without a unit",
                        "wallTime: 30s",
                        "wallTime: \"30\"",
                        "spec.node.budgetCeiling.wallTime"),
                policy("a negative duration", "maxAge: 1h", "maxAge: -1h", "spec.history.maxAge"),
                policy(
                        "a percentage above 100",
                        "cpuThreshold: \"90%\"",
                        "cpuThreshold: \"101%\"",
                        "spec.overload.cpuThreshold"),
                policy(
                        "a percentage without its sign",
                        "cpuThreshold: \"90%\"",
                        "cpuThreshold: \"90\"",
                        "spec.overload.cpuThreshold"),
                policy(
                        "a generated length below 83",
                        "maxGeneratedLength: 128",
                        "maxGeneratedLength: 82",
                        "spec.identifierLimits.maxGeneratedLength",
                        "greater than or equal to 83"),
                policy(
                        "a cell without parallelism",
                        "parallelism: 8",
                        "parallelism: 0",
                        "spec.cellClasses[0].parallelism"),
                catalog(
                        "a negative weight",
                        "weight: 90",
                        "weight: -1",
                        "spec.services[0].routes[0].revisions[0].weight"),
                catalog(
                        "no fuel at all",
                        "cpuFuel: 1000000000",
                        "cpuFuel: 0",
                        "spec.revisions[0].capsuleCeiling.cpuFuel"),
                pin("a negative assignment", "assignment: 1", "assignment: -1", "spec.assignment"));
    }

    static Stream<Change> names() {
        return Stream.of(
                policy(
                        "a field that does not exist",
                        "precedence: 7",
                        "precedense: 7",
                        "unknown field \"spec.precedense\""),
                policy(
                        "a nested field that does not exist",
                        "lease: {queuedDuration: 30s,",
                        "lease: {waitingDuration: 30s, queuedDuration: 30s,",
                        "unknown field \"spec.lease.waitingDuration\""),
                catalog(
                        "a field of a list entry that does not exist",
                        "weight: 90",
                        "weight: 90, share: 1",
                        "unknown field",
                        "revisions[0].share"),
                policy("a tenant in capitals", "name: acme", "name: Acme", "spec.tenants[0].name"),
                policy(
                        "a trust class with a space",
                        "{name: trusted,",
                        "{name: \"very trusted\",",
                        "spec.trustClasses[0].name"),
                policy(
                        "a cell class that is not one of the five",
                        "{name: small,",
                        "{name: gigantic,",
                        "spec.cellClasses[0].name",
                        "\"tiny\"",
                        "\"extra-large\""),
                policy(
                        "a durability that is not built",
                        "durability: Journal",
                        "durability: Forever",
                        "spec.durability",
                        "\"Journal\"",
                        "\"Memory\""),
                policy(
                        "a kind of subject that does not exist",
                        "{kind: User, name: alice}",
                        "{kind: Group, name: alice}",
                        "spec.tenants[0].subjects[1].kind",
                        "\"ServiceAccount\""),
                catalog("a release with a blank", "\"sha256:4bf1\"", "\"sha256: 4bf1\"", "spec.revisions[0].release"),
                catalog(
                        "an unknown backend",
                        "backend: Wasm",
                        "backend: Jvm",
                        "spec.revisions[0].profiles[0].backend",
                        "\"Wasm\""),
                snapshot(
                        "a digest that is none",
                        "digest: sha256:00000000000000000000000000000000000000000000000000000000000000aa",
                        "digest: md5:aa",
                        "spec.digest"),
                part(
                        "a digest in capitals",
                        "digest: sha256:1111111111111111111111111111111111111111111111111111111111111111",
                        "digest: sha256:AAAA111111111111111111111111111111111111111111111111111111111111",
                        "spec.digest"));
    }

    static Stream<Change> lists() {
        return Stream.of(
                policy(
                        "two tenants of one name",
                        "  tenants:\n",
                        "  tenants:\n  - {name: acme, nodeLimits: {active: 1, queued: 1, cpuFuel: 1, memory: 1Mi}, maxPayload: 1Mi, maxPriority: 1}\n",
                        "spec.tenants[1]",
                        "Duplicate value",
                        "acme"),
                policy(
                        "two queue classes of one name",
                        "{name: interactive,",
                        "{name: batch,",
                        "spec.queueClasses[1]",
                        "Duplicate value"),
                policy("six cell classes", "  cellClasses:\n  -", cells(5) + "  -", "spec.cellClasses", "5"),
                policy(
                        "seventeen trust classes",
                        "  trustClasses:\n  -",
                        trusts(16) + "  -",
                        "spec.trustClasses",
                        "16"),
                policy(
                        "no queue class",
                        "  queueClasses:\n  - {name: batch, priorities: {min: 0, max: 4}, maxQueued: 64}\n  - {name: interactive, priorities: {min: 5, max: 9}, maxQueued: 64}\n",
                        "  queueClasses: []\n",
                        "spec.queueClasses"),
                catalog(
                        "two routes' revisions of one name",
                        "[{name: r42, weight: 90}]",
                        "[{name: r42, weight: 90}, {name: r42, weight: 1}]",
                        "spec.services[0].routes[0].revisions[1]",
                        "Duplicate value"),
                catalog(
                        "a route without functions",
                        "functions: [authorize, capture]",
                        "functions: []",
                        "spec.services[0].routes[0].functions"));
    }

    static Stream<Change> missing() {
        return Stream.of(
                policy(
                        "a node without a cap on memory",
                        "cpuFuel: 200000000000, memory: 8Gi",
                        "cpuFuel: 200000000000",
                        "spec.node.limits.memory",
                        "Required value"),
                policy(
                        "a tenant without a cap on queued",
                        "active: 40, queued: 20",
                        "active: 40",
                        "spec.tenants[0].nodeLimits.queued",
                        "Required value"),
                policy(
                        "a node without finite wall time",
                        "wallTime: 30s, ",
                        "",
                        "spec.node.budgetCeiling.wallTime",
                        "Required value"),
                policy(
                        "a queue class without a bound",
                        ", maxQueued: 64}\n  - {name: interactive",
                        "}\n  - {name: interactive",
                        "spec.queueClasses[0].maxQueued",
                        "Required value"),
                policy(
                        "no selector",
                        "  nodeSelector: {matchLabels: {pool: nobody}}\n",
                        "",
                        "spec.nodeSelector",
                        "Required value"),
                catalog(
                        "a revision without a profile",
                        catalogFrom("    profiles:"),
                        "",
                        "spec.revisions[0].profiles",
                        "Required value"),
                snapshot(
                        "a snapshot without parts",
                        "  parts:\n  - {name: part-1111111111111111111111111111111111111111, digest: sha256:1111111111111111111111111111111111111111111111111111111111111111, bytes: 2}\n",
                        "",
                        "spec.parts",
                        "Required value"),
                pin(
                        "a target without its digest",
                        ", digest: sha256:00000000000000000000000000000000000000000000000000000000000000aa",
                        "",
                        "spec.target.digest",
                        "Required value"));
    }

    static Stream<Change> rules() {
        return Stream.of(
                policy(
                        "queue ranges that overlap",
                        "{min: 5, max: 9}",
                        "{min: 4, max: 9}",
                        "spec.queueClasses",
                        "queue classes must not overlap"),
                policy(
                        "queue ranges with a gap",
                        "{min: 5, max: 9}",
                        "{min: 6, max: 9}",
                        "spec.queueClasses",
                        "queue classes must cover every priority from 0 to node.maxPriority exactly once"),
                policy(
                        "a priority without a queue",
                        "maxPriority: 9",
                        "maxPriority: 10",
                        "queue classes must cover every priority"),
                policy("a range upside down", "{min: 5, max: 9}", "{min: 9, max: 5}", "min must not be above max"),
                policy(
                        "a service account without a namespace",
                        "namespace: payments, name: runtime,",
                        "name: runtime,",
                        "spec.tenants[0].subjects[0]",
                        "namespace is needed for a ServiceAccount"),
                policy(
                        "a service account that speaks for nobody",
                        ", serviceIdentity: payments",
                        "",
                        "spec.tenants[0].subjects[0]",
                        "serviceIdentity"),
                policy(
                        "a user with a namespace",
                        "{kind: User, name: alice}",
                        "{kind: User, namespace: a, name: alice}",
                        "must be absent for every other kind"),
                policy(
                        "reported load that nobody reports",
                        "source: Node",
                        "source: Reported",
                        "loadReporters are needed exactly when overload.source is Reported"),
                snapshot(
                        "a snapshot whose name is not its own",
                        "metadata: {name: refusals-1}",
                        "metadata: {name: refusals-2}",
                        "the name must be <policy>-<generation>"),
                part(
                        "a part whose name is not its digest",
                        "metadata: {name: part-1111111111111111111111111111111111111111}",
                        "metadata: {name: part-2222222222222222222222222222222222222222}",
                        "first 40 hex digits of spec.digest"));
    }

    static Stream<Change> immutable() {
        return Stream.of(
                snapshot(
                        "an edit of a snapshot",
                        "audit: {kind: Initial}",
                        "audit: {kind: Change}",
                        "a PolicySnapshot is immutable"),
                snapshot("an edit of a snapshot's digest", "00aa", "00bb", "a PolicySnapshot is immutable"),
                part("an edit of a part", "content: '{}'", "content: '{ }'", "a SnapshotPart is immutable"));
    }

    private static Change policy(String sentence, String find, String replacement, String... message) {
        return new Change("a policy: " + sentence, "policy", find, replacement, List.of(message));
    }

    private static Change catalog(String sentence, String find, String replacement, String... message) {
        return new Change("a catalog: " + sentence, "catalog", find, replacement, List.of(message));
    }

    private static Change snapshot(String sentence, String find, String replacement, String... message) {
        return new Change("a snapshot: " + sentence, "snapshot", find, replacement, List.of(message));
    }

    private static Change part(String sentence, String find, String replacement, String... message) {
        return new Change("a part: " + sentence, "part", find, replacement, List.of(message));
    }

    private static Change pin(String sentence, String find, String replacement, String... message) {
        return new Change("a pin: " + sentence, "pin", find, replacement, List.of(message));
    }

    private static String cells(int count) {
        String[] names = {"tiny", "standard", "large", "extra-large", "small"};
        var text = new StringBuilder("  cellClasses:\n");
        for (int i = 0; i < count; i++) {
            text.append("  - {name: ")
                    .append(names[i])
                    .append(", memory: 1Mi, parallelism: 1, threadingModels: [Single], ")
                    .append("stateModels: [Stateless], backends: [Wasm], maxCallDepth: 1}\n");
        }
        return text.toString();
    }

    private static String trusts(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> "  - {name: t%d, limits: {active: 1, queued: 1, cpuFuel: 1, memory: 1Mi}}\n".formatted(i))
                .collect(Collectors.joining("", "  trustClasses:\n", ""));
    }

    private static String catalogFrom(String line) {
        String text = valid("catalog");
        return text.substring(text.indexOf(line));
    }

    /** A resource that is accepted: policy, catalog, snapshot, part or pin. */
    static String valid(String resource) {
        try (InputStream file = InvalidResourceIT.class.getResourceAsStream("valid/" + resource + ".yaml")) {
            if (file == null) {
                throw new AssertionError("no resource valid/" + resource + ".yaml");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
