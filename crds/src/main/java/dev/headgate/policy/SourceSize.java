package dev.headgate.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.api.Bounds;
import org.jspecify.annotations.Nullable;

/** The bound on what people write in one object, as compact JSON of its spec (design page 13, "Sizes that meet"). */
final class SourceSize {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SourceSize() {}

    static @Nullable Finding check(Record spec) {
        try {
            int bytes = JSON.writeValueAsBytes(spec).length;
            return bytes <= Bounds.SOURCE_BYTES
                    ? null
                    : new Finding(
                            "spec",
                            "TooLarge: has " + bytes + " bytes as compact JSON, and at most " + Bounds.SOURCE_BYTES
                                    + " are allowed",
                            "divide it between objects");
        } catch (JsonProcessingException e) {
            throw new AssertionError("records of resources can be written", e);
        }
    }
}
