package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** Adds to a generated definition what fabric8's annotations cannot say; walks record types and schema side by side. */
final class SchemaFinish {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SchemaFinish() {}

    static ObjectNode of(Class<? extends CustomResource<?, ?>> kind, ObjectNode definition) {
        object(definition, "metadata").putObject("annotations").put("helm.sh/resource-policy", "keep");
        object(definition, "metadata").remove("creationTimestamp");
        definition.remove("status");
        object(definition, "spec", "names").putArray("categories").add("headgate");
        var version = (ObjectNode) definition.at("/spec/versions/0");
        columns(version, kind);
        var schema = object(version, "schema", "openAPIV3Schema");
        schema.put("description", kind.getAnnotation(JsonClassDescription.class).value());
        require(schema, "spec");
        rules(schema, kind);
        var properties = object(schema, "properties");
        properties.putObject("apiVersion").put("type", "string").put("description", "headgate.dev/v1alpha1.");
        properties.putObject("kind").put("type", "string").put("description", kind.getSimpleName() + ".");
        properties.putObject("metadata").put("type", "object");
        describe(properties, "spec", "What is wanted.");
        describe(properties, "status", "What was observed; nobody edits it.");
        Type[] arguments = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
        finish(arguments[0], object(schema, "properties", "spec"));
        if (arguments[1] != Void.class) {
            finish(arguments[1], object(schema, "properties", "status"));
        } else {
            properties.remove("status");
            version.remove("subresources");
        }
        return definition;
    }

    /** In the order of the annotations, which is the order on the screen; the generator sorts them by path. */
    private static void columns(ObjectNode version, Class<?> kind) {
        var columns = version.putArray("additionalPrinterColumns");
        for (var column : kind.getAnnotationsByType(AdditionalPrinterColumn.class)) {
            var node = columns.addObject()
                    .put("name", column.name())
                    .put("type", column.type().getValue())
                    .put("jsonPath", column.jsonPath());
            if (column.priority() > 0) {
                node.put("priority", column.priority());
            }
        }
    }

    private static void describe(ObjectNode properties, String name, String description) {
        if (properties.get(name) instanceof ObjectNode schema) {
            schema.put("description", description);
        }
    }

    private static void finish(Type type, ObjectNode schema) {
        if (type instanceof Class<?> raw && raw.isRecord()) {
            schema.remove("nullable");
            if (schema.get("required") instanceof ArrayNode required && required.isEmpty()) {
                schema.remove("required");
            }
            rules(schema, raw);
            for (RecordComponent component : raw.getRecordComponents()) {
                property(raw, component, object(schema, "properties", component.getName()));
            }
        } else if (type == Long.class) {
            schema.put("format", "int64");
            bounded(schema, Bounds.MAX_AMOUNT);
        } else if (type == Integer.class) {
            schema.put("format", "int32");
            bounded(schema, Integer.MAX_VALUE);
        }
    }

    /** No number in a resource is beyond what every JSON reader holds exactly (design page 13, "Spelling"). */
    private static void bounded(ObjectNode schema, long largest) {
        if (!schema.has("maximum")) {
            schema.put("maximum", largest);
        }
    }

    private static void property(Class<?> owner, RecordComponent component, ObjectNode schema) {
        MapList keys = annotation(owner, component, MapList.class);
        if (keys != null) {
            schema.put("x-kubernetes-list-type", "map");
            List.of(keys.value()).forEach(schema.putArray("x-kubernetes-list-map-keys")::add);
        } else if (component.getType() == List.class) {
            schema.put("x-kubernetes-list-type", "atomic");
        }
        if (annotation(owner, component, ByteQuantity.class) != null) {
            schema.remove("type");
            schema.putArray("anyOf")
                    .add(JSON.createObjectNode().put("type", "integer"))
                    .add(JSON.createObjectNode().put("type", "string"));
            schema.put("x-kubernetes-int-or-string", true)
                    .put("pattern", Formats.QUANTITY)
                    .put("minimum", 0)
                    .put("maxLength", Formats.QUANTITY_LENGTH);
        }
        if (schema.has("pattern") && !schema.has("maxLength")) {
            schema.put("maxLength", 32);
        }
        if (component.getType() == List.class) {
            Type item = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
            if (item == Condition.class) {
                schema.set("items", CONDITION.deepCopy());
            } else {
                finish(item, object(schema, "items"));
            }
        } else if (component.getType() == Map.class) {
            schema.put("maxProperties", 64);
            object(schema, "additionalProperties").put("maxLength", 63);
        } else {
            finish(component.getType(), schema);
        }
    }

    private static <A extends java.lang.annotation.Annotation> A annotation(
            Class<?> owner, RecordComponent component, Class<A> annotation) {
        try {
            return owner.getDeclaredField(component.getName()).getAnnotation(annotation);
        } catch (NoSuchFieldException e) {
            throw new AssertionError("a record has a field for each component", e);
        }
    }

    private static void rules(ObjectNode schema, Class<?> type) {
        var rules = type.getAnnotationsByType(ValidationRule.class);
        if (rules.length == 0) {
            return;
        }
        var array = schema.putArray("x-kubernetes-validations");
        for (var rule : rules) {
            var node = array.addObject().put("rule", rule.value()).put("message", rule.message());
            if (!rule.fieldPath().isEmpty()) {
                node.put("fieldPath", rule.fieldPath());
            }
        }
    }

    private static void require(ObjectNode schema, String field) {
        schema.putArray("required").add(field);
    }

    private static ObjectNode object(JsonNode node, String... path) {
        JsonNode current = node;
        for (String name : path) {
            current = current.get(name);
        }
        if (current instanceof ObjectNode object) {
            return object;
        }
        throw new AssertionError("no object at " + List.of(path) + " in " + node);
    }

    /** metav1.Condition, as the API conventions have it. */
    private static final JsonNode CONDITION = condition();

    private static JsonNode condition() {
        var schema = JSON.createObjectNode().put("type", "object").put("description", "One aspect of the state.");
        List.of("lastTransitionTime", "message", "reason", "status", "type").forEach(schema.putArray("required")::add);
        var properties = schema.putObject("properties");
        text(properties, "type", 316, "Which aspect.");
        text(properties, "status", 7, "True, False or Unknown.");
        List.of("True", "False", "Unknown").forEach(object(properties, "status").putArray("enum")::add);
        text(properties, "reason", 1024, "Why, in one word that programs can compare.");
        text(properties, "message", 32768, "Why, for people.");
        text(properties, "lastTransitionTime", 64, "When the status last changed.");
        object(properties, "lastTransitionTime").put("format", "date-time");
        properties
                .putObject("observedGeneration")
                .put("type", "integer")
                .put("format", "int64")
                .put("minimum", 0)
                .put("maximum", Bounds.MAX_AMOUNT)
                .put("description", "metadata.generation that the condition is about.");
        return schema;
    }

    private static void text(ObjectNode properties, String name, int maxLength, String description) {
        properties
                .putObject(name)
                .put("type", "string")
                .put("maxLength", maxLength)
                .put("description", description);
    }
}
