package dev.headgate.snapshot;

import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds records that a peer wrote to their own declarations: only a component declared {@code @Nullable} may be absent. */
final class NullCheck {
    private static final ClassValue<List<RecordComponent>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            var components = List.of(type.getRecordComponents());
            // Records of this package are not public; it may look into its own.
            components.forEach(component -> component.getAccessor().setAccessible(true));
            return components;
        }
    };

    private NullCheck() {}

    static boolean complete(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().allMatch(NullCheck::complete);
        }
        if (!(value instanceof Record)) {
            return true;
        }
        for (RecordComponent component : COMPONENTS.get(value.getClass())) {
            Object part = read(component, value);
            boolean fine =
                    part == null ? component.getAnnotatedType().isAnnotationPresent(Nullable.class) : complete(part);
            if (!fine) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object read(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("accessors can be called", e);
        }
    }
}
