package dev.headgate.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Walks the fields of a definition. */
final class SchemaFields {
    private SchemaFields() {}

    static List<String> withoutDescription(String definition) {
        var found = new ArrayList<String>();
        walk("", root(definition), (path, schema) -> {
            boolean item = path.endsWith("[]") || path.endsWith("{}");
            if (!item && !path.endsWith(".metadata") && !schema.has("description")) {
                found.add(path);
            }
        });
        return found;
    }

    static List<String> unbounded(String definition) {
        var found = new ArrayList<String>();
        walk("", root(definition), (path, schema) -> {
            String type = schema.path("type").asText();
            boolean text = type.equals("string") && !schema.has("enum") && !schema.has("maxLength");
            boolean list = type.equals("array") && !schema.has("maxItems");
            boolean map = schema.has("additionalProperties") && !schema.has("maxProperties");
            if ((text || list || map) && path.startsWith(".spec")) {
                found.add(path);
            }
        });
        return found;
    }

    private interface Visitor {
        void visit(String path, JsonNode schema);
    }

    private static JsonNode root(String definition) {
        JsonNode tree =
                new ObjectMapper().valueToTree(new Load(LoadSettings.builder().build()).loadFromString(definition));
        return tree.at("/spec/versions/0/schema/openAPIV3Schema");
    }

    private static void walk(String path, JsonNode schema, Visitor visitor) {
        visitor.visit(path, schema);
        schema.path("properties").properties().forEach(p -> walk(path + "." + p.getKey(), p.getValue(), visitor));
        if (schema.has("items")) {
            walk(path + "[]", schema.path("items"), visitor);
        }
        if (schema.has("additionalProperties")) {
            walk(path + "{}", schema.path("additionalProperties"), visitor);
        }
    }
}
