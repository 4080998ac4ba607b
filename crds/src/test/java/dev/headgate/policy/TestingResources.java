package dev.headgate.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.DeploymentCatalogSpec;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.source.PolicyDirectory;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Resources to start from, as JSON that a test changes in one place. They are those of {@code examples/pool}. */
public final class TestingResources {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TestingResources() {}

    /** Spec of a valid policy. */
    public static ObjectNode policySpec() {
        return JSON.valueToTree(read().policy().resource().getSpec());
    }

    /** Spec of a valid catalog of namespace payments. */
    public static ObjectNode catalogSpec() {
        return JSON.valueToTree(read().catalogs().getFirst().resource().getSpec());
    }

    private static PolicyDirectory.Read read() {
        if (PolicyDirectory.read(Path.of("../examples/pool")) instanceof PolicyDirectory.Read read) {
            return read;
        }
        throw new AssertionError("examples/pool can be read");
    }

    public static NodeAdmissionPolicy policy(JsonNode spec) {
        try {
            var policy = new NodeAdmissionPolicy();
            policy.setMetadata(new ObjectMetaBuilder().withName("edge").build());
            policy.setSpec(JSON.treeToValue(spec, NodeAdmissionPolicySpec.class));
            return policy;
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    public static DeploymentCatalog catalog(String namespace, String name, JsonNode spec) {
        try {
            var catalog = new DeploymentCatalog();
            catalog.setMetadata(new ObjectMetaBuilder()
                    .withNamespace(namespace)
                    .withName(name)
                    .build());
            catalog.setSpec(JSON.treeToValue(spec, DeploymentCatalogSpec.class));
            return catalog;
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** The valid policy and catalog, changed, and compiled. */
    public static Compilation compile(Consumer<ObjectNode> policyChange, Consumer<ObjectNode> catalogChange) {
        var policy = policySpec();
        policyChange.accept(policy);
        var catalog = catalogSpec();
        catalogChange.accept(catalog);
        return PolicyCompiler.compile(policy(policy), List.of(catalog("payments", "payments", catalog)), null);
    }

    public static AdmissionPolicy compiled(Consumer<ObjectNode> policyChange, Consumer<ObjectNode> catalogChange) {
        return compiled(compile(policyChange, catalogChange));
    }

    public static AdmissionPolicy compiled(Compilation compilation) {
        if (compilation instanceof Compilation.Compiled(var policy, var _)) {
            return policy;
        }
        throw new AssertionError("compiles: " + compilation);
    }

    /** Findings of the policy, or of its only catalog. */
    public static List<Finding> findings(Compilation compilation) {
        return switch (compilation) {
            case Compilation.Refused(var findings) -> findings;
            case Compilation.Compiled(var _, var catalogs) ->
                catalogs.values().stream()
                        .flatMap(outcome -> findings(outcome).stream())
                        .toList();
        };
    }

    private static List<Finding> findings(Compilation.CatalogOutcome outcome) {
        return switch (outcome) {
            case Compilation.CatalogOutcome.Excluded(var _, var findings) -> findings;
            case Compilation.CatalogOutcome.LastGood(var _, var findings) -> findings;
            case Compilation.CatalogOutcome.Included _, Compilation.CatalogOutcome.Unclaimed _ -> List.of();
        };
    }

    /** The object at a JSON pointer. */
    public static ObjectNode object(JsonNode root, String pointer) {
        return (ObjectNode) root.at(pointer);
    }

    /** The array at a JSON pointer. */
    public static ArrayNode array(JsonNode root, String pointer) {
        return (ArrayNode) root.at(pointer);
    }

    /** JSON with single quotes for double ones. */
    public static @Nullable JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
