package dev.headgate.policy;

import static dev.headgate.policy.TestingResources.catalogSpec;
import static dev.headgate.policy.TestingResources.policySpec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.snapshot.Decoded;
import dev.headgate.snapshot.SnapshotCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties of the compiler over resources that a seeded generator damages; a failure names its seed. */
class PolicyCompilerPropertyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void whatJacksonReadsTheCompilerReadsWithoutThrowingAndWhatCompilesSurvivesItsSnapshot() {
        int read = 0;
        int compiled = 0;
        var policyBase = policySpec();
        var catalogBase = catalogSpec();
        for (int seed = 0; seed < 4_000; seed++) {
            var random = new Random(seed);
            var policySpec = policyBase.deepCopy();
            var catalogSpec = catalogBase.deepCopy();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                damage(random.nextBoolean() ? policySpec : catalogSpec, random);
            }
            NodeAdmissionPolicy policy;
            DeploymentCatalog catalog;
            try {
                policy = JSON.treeToValue(resource("edge", null, policySpec), NodeAdmissionPolicy.class);
                catalog = JSON.treeToValue(resource("a", "payments", catalogSpec), DeploymentCatalog.class);
            } catch (JsonProcessingException _) {
                continue;
            }
            read++;
            var compilation = PolicyCompiler.compile(policy, List.of(catalog), null);
            if (compilation instanceof Compilation.Compiled(var result, var _)) {
                compiled++;
                var snapshot = SnapshotCodec.encode(result);
                assertThat(SnapshotCodec.decode(1, snapshot.digest(), snapshot.parts()))
                        .as("seed " + seed)
                        .isEqualTo(new Decoded.Policy(result));
            }
        }
        assertThat(read).isGreaterThan(1_000);
        assertThat(compiled).isGreaterThan(100);
    }

    private static ObjectNode resource(
            String name, @org.jspecify.annotations.Nullable String namespace, JsonNode spec) {
        var resource = NODES.objectNode();
        resource.putObject("metadata").put("name", name).put("namespace", namespace);
        resource.set("spec", spec);
        return resource;
    }

    private static void damage(JsonNode root, Random random) {
        var parents = new ArrayList<JsonNode>();
        collect(root, parents);
        if (parents.isEmpty()) {
            return;
        }
        JsonNode parent = parents.get(random.nextInt(parents.size()));
        if (parent instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(3) == 0) {
                object.remove(name);
            } else {
                object.set(name, value(object.get(name), random));
            }
        } else if (parent instanceof ArrayNode array) {
            int at = random.nextInt(array.size());
            switch (random.nextInt(3)) {
                case 0 -> array.remove(at);
                case 1 -> array.add(array.get(at).deepCopy());
                default -> array.set(at, value(array.get(at), random));
            }
        }
    }

    private static JsonNode value(JsonNode old, Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(random.nextInt(20));
            case 3 -> NODES.textNode("");
            case 4 -> NODES.textNode("9".repeat(random.nextInt(40)) + "Ei");
            case 5 -> NODES.textNode("\u0000\ud83d\ude00 x");
            case 6 -> NODES.textNode("99999h99999h");
            case 7 -> NODES.textNode("large");
            case 8 -> NODES.arrayNode();
            default -> old;
        };
    }

    private static void collect(JsonNode node, List<JsonNode> parents) {
        if (node.isContainerNode() && !node.isEmpty()) {
            parents.add(node);
            node.forEach(child -> collect(child, parents));
        }
    }
}
