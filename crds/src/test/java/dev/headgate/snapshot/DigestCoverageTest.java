package dev.headgate.snapshot;

import static dev.headgate.policy.TestingResources.catalogSpec;
import static dev.headgate.policy.TestingResources.compile;
import static dev.headgate.policy.TestingResources.policySpec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.api.DeploymentCatalogSpec;
import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.policy.Compilation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each field of a spec that means something changes the digest, whatever fields there will be. */
class DigestCoverageTest {
    /** What says where and how a policy is served, and not what it is. */
    private static final Set<String> NO_CONTENT =
            Set.of("nodeSelector", "precedence", "rollout", "revisionHistoryLimit");

    @Test
    void everyFieldOfAPolicyChangesTheDigest() {
        var missing = new TreeSet<String>();
        var base = filledPolicy();
        var before = digest(base, filledCatalog());
        assertThat(before).startsWith("sha256:");
        walk(NodeAdmissionPolicySpec.class, base, "", (parent, name, path) -> {
            if (NO_CONTENT.stream().anyMatch(path.substring(1)::startsWith)) {
                return;
            }
            if (!changes(parent, name, () -> before.equals(digest(base, filledCatalog())))) {
                missing.add(path);
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void everyFieldOfACatalogChangesTheDigest() {
        var missing = new TreeSet<String>();
        var base = filledCatalog();
        var before = digest(filledPolicy(), base);
        assertThat(before).startsWith("sha256:");
        walk(DeploymentCatalogSpec.class, base, "", (parent, name, path) -> {
            if (!changes(parent, name, () -> before.equals(digest(filledPolicy(), base)))) {
                missing.add(path);
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void aUriChangesTheDigest() {
        var policy = filledPolicy();
        var before = digest(policy, filledCatalog());
        ((ObjectNode) policy.at("/loadReporters/1")).put("uri", "spiffe://example.org/b");

        assertThat(digest(policy, filledCatalog())).isNotEqualTo(before).startsWith("sha256:");
    }

    private interface Leaf {
        void visit(ObjectNode parent, String name, String path);
    }

    private interface Unchanged {
        boolean holds();
    }

    /** Tries values until one changes the digest, or the compiler refuses it, which shows that it is read; then puts back. */
    private static boolean changes(ObjectNode parent, String name, Unchanged unchanged) {
        JsonNode before = parent.get(name);
        boolean changed = false;
        for (JsonNode other : others(before)) {
            parent.set(name, other);
            changed |= !unchanged.holds();
        }
        parent.set(name, before);
        return changed;
    }

    private static List<JsonNode> others(JsonNode value) {
        var nodes = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;
        if (value.isNumber()) {
            return List.of(nodes.numberNode(value.asLong() + 1), nodes.numberNode(value.asLong() - 1));
        }
        if (value instanceof ArrayNode array) {
            ArrayNode fewer = array.deepCopy();
            fewer.remove(array.size() - 1);
            return List.of(fewer);
        }
        return switch (value.asText()) {
            case "User" -> List.of(nodes.textNode("UnixUser"));
            case "ServiceAccount" -> List.of(nodes.textNode("User"));
            case "SPIFFEID" -> List.of(nodes.textNode("User"));
            case "Wasm" -> List.of(nodes.textNode("Process"));
            case "Single" -> List.of(nodes.textNode("Multi"));
            case "Stateless" -> List.of(nodes.textNode("Stateful"));
            case "OnBehalfOf" -> List.of(nodes.textNode("None"));
            case "Reported" -> List.of(nodes.textNode("Node"));
            case "small" -> List.of(nodes.textNode("tiny"));
            case "Journal" -> List.of(nodes.textNode("Memory"));
            case "DeadlineKill" -> List.of(nodes.textNode("ProcessGroup"));
            default ->
                value.asText().endsWith("%")
                        ? List.of(nodes.textNode("42%"))
                        : value.asText().matches("[0-9].*")
                                ? List.of(nodes.textNode("7" + value.asText()))
                                : List.of(nodes.textNode(value.asText() + "x"));
        };
    }

    private static void walk(Type type, JsonNode node, String path, Leaf leaf) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            walk(list.getActualTypeArguments()[0], node.get(0), path + "[]", leaf);
        } else if (type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent component : record.getRecordComponents()) {
                String at = path + "." + component.getName();
                if (NO_CONTENT.contains(component.getName())) {
                    continue;
                }
                if (component.getName().equals("uri")) {
                    // Stands only where there is no name; see aUriChangesTheDigest.
                    continue;
                }
                JsonNode value = node.get(component.getName());
                assertThat(value).as("the filled resource has " + at).isNotNull();
                boolean nested = component.getType().isRecord();
                if (!nested) {
                    leaf.visit((ObjectNode) node, component.getName(), at);
                }
                if (nested || component.getType() == List.class) {
                    walk(component.getGenericType(), value, at, leaf);
                }
            }
        }
    }

    private static String digest(ObjectNode policy, ObjectNode catalog) {
        var compilation =
                compile(p -> p.removeAll().setAll(policy), c -> c.removeAll().setAll(catalog));
        return compilation instanceof Compilation.Compiled(var compiled, var _)
                ? SnapshotCodec.encode(compiled).digest()
                : "refused: " + compilation;
    }

    /** A policy that says everything that can be said. */
    private static ObjectNode filledPolicy() {
        var policy = policySpec();
        ((ObjectNode) policy.get("overload")).put("source", "Reported");
        policy.putArray("loadReporters")
                .add(subject())
                .addObject()
                .put("kind", "SPIFFEID")
                .put("uri", "spiffe://example.org/a");
        ((ObjectNode) policy.at("/cellClasses/0")).put("estimatedServiceTime", "1s");
        var tenant = (ObjectNode) policy.at("/tenants/0");
        ((ArrayNode) tenant.get("executors")).add(subject().put("name", "second"));
        var limits = (ObjectNode) tenant.at("/subjects/0/nodeLimits");
        limits.put("queued", 5).put("cpuFuel", 5).put("memory", "5Mi");
        return policy;
    }

    private static ObjectNode subject() {
        return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                .objectNode()
                .put("kind", "ServiceAccount")
                .put("namespace", "ops")
                .put("name", "agent");
    }

    private static ObjectNode filledCatalog() {
        var catalog = catalogSpec();
        var placement = ((ObjectNode) catalog.at("/revisions/0")).putObject("placement");
        placement.putArray("architectures").add("amd64");
        placement.putArray("regions").add("eu-1");
        placement.putArray("zones").add("eu-1a");
        return catalog;
    }
}
