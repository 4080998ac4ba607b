package dev.headgate.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Makes the CustomResourceDefinitions of the chart: fabric8's generator makes the schema, {@link SchemaFinish} adds what its
 * annotations cannot say, and this writes both so that people can read them and a diff shows only what changed.
 */
final class CrdYaml {
    static final List<Class<? extends CustomResource<?, ?>>> KINDS = List.of(
            NodeAdmissionPolicy.class,
            DeploymentCatalog.class,
            PolicySnapshot.class,
            SnapshotPart.class,
            NodePin.class);

    private static final List<String> ORDER = List.of(
            "apiVersion",
            "kind",
            "metadata",
            "spec",
            "group",
            "scope",
            "names",
            "versions",
            "name",
            "description",
            "type");

    private static final ObjectMapper JSON = new ObjectMapper();

    private CrdYaml() {}

    /** The definition of each kind by its file name, such as {@code nodepins.headgate.dev.yaml}. */
    static Map<String, String> all() {
        var files = new TreeMap<String, String>();
        KINDS.forEach(kind -> {
            JsonNode definition = SchemaFinish.of(kind, generate(kind));
            files.put(definition.at("/metadata/name").asText() + ".yaml", write(definition));
        });
        return files;
    }

    private static ObjectNode generate(Class<? extends CustomResource<?, ?>> kind) {
        var bytes = new ByteArrayOutputStream();
        new CRDGenerator()
                .withParallelGenerationEnabled(false)
                .forCRDVersions("v1")
                .customResourceClasses(List.of(kind))
                .withOutput(new InMemory(bytes))
                .generate();
        var text = bytes.toString(StandardCharsets.UTF_8);
        var tree = new Load(LoadSettings.builder().build()).loadFromString(text);
        return JSON.valueToTree(tree);
    }

    private static String write(JsonNode definition) {
        var settings = DumpSettings.builder()
                // Quotes texts such as True, which kubectl would read as no texts: a condition's status is one of them.
                .setSchema(new CoreSchema())
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setIndentWithIndicator(false)
                .setSplitLines(true)
                .setWidth(120)
                .build();
        return "# Generated from crds/src/main/java/dev/headgate/api; see docs/development.md.\n"
                + new Dump(settings).dumpToString(ordered(definition));
    }

    private static Object ordered(JsonNode node) {
        if (node.isObject()) {
            var sorted = new TreeMap<String, Object>((a, b) -> {
                int byOrder = Integer.compare(rank(a), rank(b));
                return byOrder != 0 ? byOrder : a.compareTo(b);
            });
            node.properties().forEach(entry -> sorted.put(entry.getKey(), ordered(entry.getValue())));
            return new LinkedHashMap<>(sorted);
        }
        if (node.isArray()) {
            var items = new ArrayList<>();
            node.forEach(item -> items.add(ordered(item)));
            return items;
        }
        if (node.isNumber()) {
            // 9007199254740991 and not 9.007199254740991E15.
            return node.decimalValue().toBigIntegerExact();
        }
        return node.isBoolean() ? (Object) node.asBoolean() : node.asText();
    }

    private static int rank(String key) {
        int index = ORDER.indexOf(key);
        return index < 0 ? ORDER.size() : index;
    }

    private record InMemory(ByteArrayOutputStream bytes) implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        @Override
        public ByteArrayOutputStream outputFor(String name) {
            return bytes;
        }

        @Override
        public java.net.URI crdURI(String name) {
            return java.net.URI.create("file:///" + name);
        }

        @Override
        public void close() {
            try {
                bytes.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
