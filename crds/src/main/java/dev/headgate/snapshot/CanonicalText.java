package dev.headgate.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;

/** Texts in canonical JSON. */
final class CanonicalText {
    private CanonicalText() {}

    static String quoted(String text) {
        try {
            return CanonicalJson.MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("texts can be written", e);
        }
    }
}
