package dev.headgate.source;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.headgate.api.ByteQuantity;
import dev.headgate.api.MapList;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Binds YAML to the records of the API, field by field: what does not fit becomes a finding with its line. What is bound
 * here can be read by Jackson without a fault; bounds and patterns are the compiler's.
 */
final class Binder {
    private static final int MAX_DEPTH = 32;
    /** Bounds what aliases can expand to. */
    private static final int MAX_NODES = 500_000;

    private final String file;
    private final List<SourceFinding> findings;
    private final Map<String, Integer> lines = new HashMap<>();
    private int nodes;

    Binder(String file, List<SourceFinding> findings) {
        this.file = file;
        this.findings = findings;
    }

    Map<String, Integer> lines() {
        return lines;
    }

    /** Entries of a mapping; duplicate keys and keys that are no text are findings. */
    Map<String, Node> fields(Node node, String path) {
        var fields = new LinkedHashMap<String, Node>();
        if (!(node instanceof MappingNode mapping)) {
            finding(node, path, "must be a mapping of fields", "write name: value lines");
            return fields;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                finding(tuple.getKeyNode(), path, "names of fields are text", "write name: value lines");
                continue;
            }
            String at = join(path, key.getValue());
            if (fields.put(key.getValue(), tuple.getValueNode()) != null) {
                finding(key, at, "is given twice, and kubectl would keep only one of them", "remove one");
            }
            lines.put(at, line(key));
        }
        return fields;
    }

    /** The node as JSON that fits the type, or as much of it as does; null if nothing does. */
    @Nullable JsonNode bind(Node node, Type type, String path, int depth) {
        if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
            if (depth > MAX_DEPTH || nodes == MAX_NODES + 1) {
                finding(node, path, "is nested too deeply, or aliases make too much of it", "write it out");
            }
            return null;
        }
        if (type instanceof Class<?> raw && raw.isRecord()) {
            return record(node, raw, path, depth);
        }
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() == List.class) {
            return list(node, parameterized.getActualTypeArguments()[0], List.of(), path, depth);
        }
        if (type instanceof ParameterizedType) {
            return texts(node, path);
        }
        if (!(node instanceof ScalarNode scalar)) {
            finding(node, path, "must be a single value", "write one value in its place");
            return null;
        }
        return scalar(scalar, (Class<?>) type, path);
    }

    private JsonNode record(Node node, Class<?> type, String path, int depth) {
        var object = JsonNodeFactory.instance.objectNode();
        var components = Arrays.stream(type.getRecordComponents())
                .collect(Collectors.toMap(RecordComponent::getName, c -> c, (a, _) -> a, LinkedHashMap::new));
        fields(node, path).forEach((name, value) -> {
            String at = join(path, name);
            RecordComponent component = components.get(name);
            if (component == null) {
                unknown(value, at, name, components);
                return;
            }
            JsonNode bound = component(value, type, component, at, depth);
            if (bound != null) {
                object.set(name, bound);
            }
        });
        return object;
    }

    private @Nullable JsonNode component(Node value, Class<?> owner, RecordComponent component, String at, int depth) {
        Field field = field(owner, component.getName());
        var mapList = field.getAnnotation(MapList.class);
        if (mapList != null && component.getGenericType() instanceof ParameterizedType list) {
            return list(value, list.getActualTypeArguments()[0], List.of(mapList.value()), at, depth);
        }
        if (field.isAnnotationPresent(ByteQuantity.class) && value instanceof ScalarNode scalar && isInteger(scalar)) {
            return JsonNodeFactory.instance.textNode(scalar.getValue());
        }
        return bind(value, component.getGenericType(), at, depth + 1);
    }

    private void unknown(Node value, String at, String name, Map<String, RecordComponent> components) {
        String advice = Nearest.of(name, components.keySet())
                .map(near -> "did you mean " + near + "?")
                .orElse("known here: " + String.join(", ", components.keySet()));
        findings.add(
                new SourceFinding(file, lines.getOrDefault(at, line(value)), at, "there is no such field", advice));
    }

    private @Nullable JsonNode list(Node node, Type item, List<String> keys, String path, int depth) {
        if (!(node instanceof SequenceNode sequence)) {
            finding(node, path, "must be a list", "write - before each entry");
            return null;
        }
        var array = JsonNodeFactory.instance.arrayNode();
        List<Node> items = sequence.getValue();
        for (int i = 0; i < items.size(); i++) {
            Node entry = items.get(i);
            String at = path + "[" + key(entry, keys, i) + "]";
            lines.putIfAbsent(at, line(entry));
            JsonNode bound = bind(entry, item, at, depth + 1);
            if (bound != null) {
                array.add(bound);
            }
        }
        return array;
    }

    private static String key(Node entry, List<String> keys, int index) {
        if (keys.isEmpty() || !(entry instanceof MappingNode mapping)) {
            return Integer.toString(index);
        }
        var values = new ArrayList<String>();
        for (String key : keys) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key)
                        && tuple.getValueNode() instanceof ScalarNode value) {
                    values.add(value.getValue());
                }
            }
        }
        return values.size() == keys.size() ? String.join("/", values) : Integer.toString(index);
    }

    /** A mapping from text to text, such as labels. */
    JsonNode texts(Node node, String path) {
        var object = JsonNodeFactory.instance.objectNode();
        fields(node, path).forEach((name, value) -> {
            JsonNode bound = value instanceof ScalarNode scalar ? scalar(scalar, String.class, join(path, name)) : null;
            if (bound != null) {
                object.set(name, bound);
            } else if (!(value instanceof ScalarNode)) {
                finding(value, join(path, name), "must be text", "write one text in its place");
            }
        });
        return object;
    }

    private @Nullable JsonNode scalar(ScalarNode node, Class<?> type, String path) {
        String text = node.getValue();
        if (!TAGS.contains(node.getTag())) {
            finding(node, path, "has a tag that kubectl does not know", "remove " + node.getTag());
            return null;
        }
        var meaning = node.getScalarStyle() == ScalarStyle.PLAIN ? PlainScalars.of(text) : PlainScalars.Meaning.TEXT;
        return switch (meaning) {
            case NULL -> {
                finding(node, path, "has no value", "give one, or leave the field out");
                yield null;
            }
            case AMBIGUOUS -> {
                finding(
                        node,
                        path,
                        "YAML 1.1, which kubectl reads, takes " + text + " for something else than it looks like",
                        type == String.class
                                ? "quote it: \"" + text + "\""
                                : "write a plain decimal number or a quoted text");
                yield null;
            }
            case INTEGER -> integer(node, type, path);
            case TEXT -> text(node, type, path);
        };
    }

    private @Nullable JsonNode integer(ScalarNode node, Class<?> type, String path) {
        if (type != Long.class && type != Integer.class) {
            finding(node, path, "must be text, not a number", "quote it: \"" + node.getValue() + "\"");
            return null;
        }
        try {
            long value = Long.parseLong(node.getValue());
            if (type == Long.class) {
                return JsonNodeFactory.instance.numberNode(value);
            }
            return JsonNodeFactory.instance.numberNode(Math.toIntExact(value));
        } catch (NumberFormatException | ArithmeticException _) {
            finding(node, path, "the number is too large for this field", "give a smaller one");
            return null;
        }
    }

    private @Nullable JsonNode text(ScalarNode node, Class<?> type, String path) {
        if (type == Long.class || type == Integer.class) {
            finding(node, path, "must be a whole number", "write it in decimal digits, without quotes or unit");
            return null;
        }
        if (type.isEnum()) {
            var spellings = spellings(type);
            if (!spellings.contains(node.getValue())) {
                finding(
                        node,
                        path,
                        "must be one of " + String.join(", ", spellings),
                        Nearest.of(node.getValue(), spellings)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("use one of these"));
                return null;
            }
        }
        return JsonNodeFactory.instance.textNode(node.getValue());
    }

    private static List<String> spellings(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(Field::isEnumConstant)
                .map(constant -> Objects.requireNonNull(constant.getAnnotation(JsonProperty.class))
                        .value())
                .toList();
    }

    private static boolean isInteger(ScalarNode scalar) {
        return scalar.getScalarStyle() == ScalarStyle.PLAIN
                && PlainScalars.of(scalar.getValue()) == PlainScalars.Meaning.INTEGER;
    }

    void finding(Node node, String path, String rule, String advice) {
        findings.add(new SourceFinding(file, line(node), path, rule, advice));
    }

    static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static Field field(Class<?> owner, String name) {
        try {
            return owner.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new AssertionError("a record has a field for each component", e);
        }
    }

    private static final HashSet<Tag> TAGS = new HashSet<>(List.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL));
}
