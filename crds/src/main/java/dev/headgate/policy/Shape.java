package dev.headgate.policy;

import dev.headgate.api.ByteQuantity;
import dev.headgate.api.Formats;
import dev.headgate.api.MapList;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a record of {@code dev.headgate.api} against the annotations that also make the schema of its CRD, so that a
 * compiler without an API server, and one with objects older than the schema, finds what the API server would refuse.
 */
public final class Shape {
    private static final ClassValue<List<Member>> MEMBERS = new ClassValue<>() {
        @Override
        protected List<Member> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .map(component -> Member.of(type, component))
                    .toList();
        }
    };

    private Shape() {}

    /** What a record breaks, with paths below {@code path}; unsorted. */
    public static List<Finding> check(Record value, String path) {
        var found = new ArrayList<Finding>();
        walk(value, path, found);
        return found;
    }

    private static void walk(Record value, String path, List<Finding> found) {
        for (Member member : MEMBERS.get(value.getClass())) {
            String at = path + "." + member.name;
            Object part = member.read(value);
            if (part == null) {
                if (member.required) {
                    found.add(new Finding(at, "must be given", "add " + member.name));
                }
            } else {
                member.constraints.check(part, at, found);
                nested(member, part, at, found);
            }
        }
    }

    private static void nested(Member member, Object part, String at, List<Finding> found) {
        if (part instanceof Record record) {
            walk(record, at, found);
        } else if (part instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (String.valueOf(key).length() > 317 || String.valueOf(value).length() > 63) {
                    found.add(new Finding(at, "keys have at most 317 characters and values at most 63", "shorten it"));
                }
            });
            if (map.size() > 64) {
                found.add(new Finding(at, "must have at most 64 entries", "remove some"));
            }
        } else if (part instanceof List<?> list) {
            var keys = new HashSet<String>();
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                String key = member.keyOf(item);
                String itemPath = at + "[" + (key == null ? String.valueOf(i) : key) + "]";
                if (key != null && !keys.add(key)) {
                    found.add(new Finding(
                            itemPath, "entries must differ in " + member.keyNames(), "rename or remove one of them"));
                }
                member.itemConstraints.check(item, itemPath, found);
                if (item instanceof Record record) {
                    walk(record, itemPath, found);
                }
            }
        }
    }

    /** The key by which an entry of a list appears in paths, such as {@code acme}. */
    private record Member(
            String name,
            java.lang.reflect.Method accessor,
            boolean required,
            Constraints constraints,
            Constraints itemConstraints,
            List<java.lang.reflect.Method> keys) {

        static Member of(Class<?> owner, RecordComponent component) {
            Field field = field(owner, component.getName());
            var item = component.getAnnotatedType() instanceof AnnotatedParameterizedType parameterized
                    ? parameterized.getAnnotatedActualTypeArguments()[0]
                    : null;
            var mapList = field.getAnnotation(MapList.class);
            return new Member(
                    component.getName(),
                    component.getAccessor(),
                    field.isAnnotationPresent(Required.class),
                    Constraints.of(field),
                    item == null || component.getType() != List.class ? Constraints.NONE : Constraints.of(item),
                    mapList == null ? List.of() : keys(item, mapList));
        }

        private static List<java.lang.reflect.Method> keys(@Nullable AnnotatedElement item, MapList mapList) {
            if (item instanceof java.lang.reflect.AnnotatedType annotated
                    && annotated.getType() instanceof Class<?> type
                    && type.isRecord()) {
                return Arrays.stream(mapList.value())
                        .map(key -> accessor(type, key))
                        .toList();
            }
            return List.of();
        }

        private static java.lang.reflect.Method accessor(Class<?> type, String name) {
            try {
                return type.getMethod(name);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(type + " has no key " + name, e);
            }
        }

        private static Field field(Class<?> owner, String name) {
            try {
                return owner.getDeclaredField(name);
            } catch (NoSuchFieldException e) {
                throw new AssertionError("a record has a field for each component", e);
            }
        }

        @Nullable Object read(Record value) {
            return invoke(accessor, value);
        }

        @Nullable String keyOf(Object item) {
            if (keys.isEmpty()) {
                return null;
            }
            return keys.stream().map(key -> Spelling.of(invoke(key, item))).collect(Collectors.joining("/"));
        }

        String keyNames() {
            return keys.stream().map(java.lang.reflect.Method::getName).collect(Collectors.joining(" and "));
        }

        private static @Nullable Object invoke(java.lang.reflect.Method accessor, Object on) {
            try {
                return accessor.invoke(on);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("accessors of public records can be called", e);
            }
        }
    }

    private record Constraints(
            @Nullable BigDecimal min,
            @Nullable BigDecimal max,
            @Nullable Size size,
            java.util.regex.@Nullable Pattern pattern,
            long maxLength) {
        static final Constraints NONE = new Constraints(null, null, null, null, Long.MAX_VALUE);

        static Constraints of(AnnotatedElement element) {
            var min = element.getAnnotation(Min.class);
            var max = element.getAnnotation(Max.class);
            var size = element.getAnnotation(Size.class);
            var pattern = element.getAnnotation(Pattern.class);
            boolean quantity = present(element, ByteQuantity.class);
            String expression = quantity ? Formats.QUANTITY : pattern == null ? null : pattern.value();
            return new Constraints(
                    min == null ? null : BigDecimal.valueOf(min.value()),
                    max == null ? null : BigDecimal.valueOf(max.value()),
                    size,
                    expression == null ? null : java.util.regex.Pattern.compile(expression),
                    size != null ? size.max() : expression != null ? Formats.QUANTITY_LENGTH : Long.MAX_VALUE);
        }

        private static boolean present(AnnotatedElement element, Class<? extends Annotation> annotation) {
            return element.getAnnotation(annotation) != null;
        }

        void check(Object value, String at, List<Finding> found) {
            if (value instanceof Long || value instanceof Integer) {
                number(BigDecimal.valueOf(((Number) value).longValue()), at, found);
            } else if (value instanceof String text) {
                text(text, at, found);
            } else if (value instanceof List<?> list && size != null) {
                if (list.size() < size.min()) {
                    found.add(new Finding(at, "must have at least " + size.min() + " entries", "add some"));
                }
                if (list.size() > size.max()) {
                    found.add(new Finding(
                            at,
                            "must have at most " + size.max() + " entries, and has " + list.size(),
                            "remove some, or divide them between objects"));
                }
            }
        }

        private void number(BigDecimal value, String at, List<Finding> found) {
            if (min != null && value.compareTo(min) < 0) {
                found.add(new Finding(at, "must be at least " + min.toBigInteger(), "raise it"));
            }
            if (max != null && value.compareTo(max) > 0) {
                found.add(new Finding(at, "must be at most " + max.toBigInteger(), "lower it"));
            }
        }

        private void text(String text, String at, List<Finding> found) {
            if (text.codePointCount(0, text.length()) > maxLength) {
                found.add(new Finding(at, "must have at most " + maxLength + " characters", "shorten it"));
            } else if (size != null && text.length() < size.min()) {
                found.add(new Finding(at, "must not be empty", "give it, or leave it out if it is optional"));
            } else if (pattern != null && !pattern.matcher(text).matches()) {
                found.add(new Finding(at, "must match " + pattern.pattern(), Formats.advice(pattern.pattern())));
            }
        }
    }
}
