package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** How values are spelled in resources. */
final class Spelling {
    private Spelling() {}

    static String of(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            try {
                var property =
                        constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
                return property == null ? constant.name() : property.value();
            } catch (NoSuchFieldException e) {
                throw new AssertionError("an enum has a field for each constant", e);
            }
        }
        return String.valueOf(value);
    }
}
