package dev.headgate.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.headgate.policy.Durations;
import dev.headgate.policy.Quantities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Strict reading of one JSON object from a request body, token by token, with no tree in between. Unknown and repeated
 * fields, nulls, fractions and strings for integers, bad UTF-8 and text behind the object are refused, each with the path of
 * a field of the schema and never with anything that was sent.
 */
final class JsonInput {
    /** The largest integer of the interface: 2^53−1, which every reader of JSON holds exactly. */
    static final long MAX_INTEGER = (1L << 53) - 1;

    private static final int MAX_TEXT = 8_192;

    /** Names that callers send are never interned: nothing may grow with what is refused. */
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxStringLength(MAX_TEXT)
                    .maxNameLength(1_024)
                    .maxNumberLength(32)
                    .build())
            .build();

    private final JsonParser parser;

    private JsonInput(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads the object of a shape; the shape is called with the parser at its opening brace. */
    interface Shape<T> {
        T read(JsonInput in) throws IOException;
    }

    /** Reads a whole body as one object. */
    static <T> Parsed<T> read(byte[] body, Shape<T> shape) {
        if (!isUtf8(body)) {
            return new Parsed.Malformed<>(FormError.of(400, "The body is not valid UTF-8."));
        }
        try (JsonParser parser = FACTORY.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return new Parsed.Malformed<>(FormError.of(400, "The body must be one JSON object."));
            }
            T value = shape.read(new JsonInput(parser));
            if (parser.nextToken() != null) {
                return new Parsed.Malformed<>(FormError.of(400, "Something follows the JSON object."));
            }
            return new Parsed.Read<>(value);
        } catch (Refusal refusal) {
            return new Parsed.Malformed<>(refusal.error);
        } catch (JsonProcessingException | IllegalStateException _) {
            // The message of the parser quotes the body. An IllegalStateException is its answer to names made to
            // collide.
            return new Parsed.Malformed<>(FormError.of(400, "The body is not well-formed JSON within the bounds."));
        } catch (IOException unreachable) {
            throw new UncheckedIOException("reading an array failed", unreachable);
        }
    }

    private static boolean isUtf8(byte[] body) {
        for (byte unit : body) {
            if (unit < 0) {
                return decodes(body);
            }
        }
        return true;
    }

    private static boolean decodes(byte[] body) {
        try {
            // A new decoder reports what is malformed instead of replacing it.
            var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** The name of the next field of the object that is open, or null at its end. */
    @Nullable String field() throws IOException {
        return parser.nextFieldName();
    }

    /** Marks a field as seen. */
    static int once(int seen, int bit, String path) {
        if ((seen & 1 << bit) != 0) {
            throw new Refusal(FormError.at(path, "The field is given more than once."));
        }
        return seen | 1 << bit;
    }

    /** A field that an object does not have; its name stays unsaid. */
    static Refusal unknown(String objectPath) {
        return new Refusal(
                objectPath.isEmpty()
                        ? FormError.of(400, "The body has a field that the schema does not know.")
                        : FormError.at(objectPath, "The object has a field that the schema does not know."));
    }

    static Refusal missing(String path) {
        return new Refusal(FormError.at(path, "The field is required."));
    }

    static Refusal wrong(String path, String detail) {
        return new Refusal(FormError.at(path, detail));
    }

    /** What a required field held. */
    static <T> T required(@Nullable T value, String path) {
        if (value == null) {
            throw missing(path);
        }
        return value;
    }

    void openObject(String path) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw wrong(path, "The field must be an object.");
        }
    }

    void openArray(String path) throws IOException {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            throw wrong(path, "The field must be an array.");
        }
    }

    /** Whether the array that is open has another object; the object is open then. */
    boolean nextObject(String path) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_ARRAY) {
            return false;
        }
        if (token != JsonToken.START_OBJECT) {
            throw wrong(path, "The elements must be objects.");
        }
        return true;
    }

    String text(String path) throws IOException {
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
            throw wrong(path, "The field must be a string.");
        }
        return parser.getText();
    }

    boolean flag(String path) throws IOException {
        return switch (parser.nextToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case null, default -> throw wrong(path, "The field must be true or false.");
        };
    }

    long integer(String path, long min, long max) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
            JsonParser.NumberType type = parser.getNumberType();
            if (type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG) {
                long value = parser.getLongValue();
                if (value >= min && value <= max) {
                    return value;
                }
            }
        }
        throw wrong(path, "The field must be an integer from " + min + " to " + max + ".");
    }

    long duration(String path) throws IOException {
        long millis = Durations.parseMillis(text(path));
        if (millis == Durations.MALFORMED) {
            throw wrong(path, "The field must be a duration such as 250ms, 2s or 1m30s.");
        }
        return millis;
    }

    long quantity(String path) throws IOException {
        long bytes = Quantities.parseBytes(text(path));
        if (bytes == Quantities.MALFORMED) {
            throw wrong(path, "The field must be a whole number of bytes, written as a quantity such as 64Mi.");
        }
        return bytes;
    }

    long timestamp(String path) throws IOException {
        long millis = Timestamps.parseMillis(text(path));
        if (millis == Timestamps.MALFORMED) {
            throw wrong(path, "The field must be a date and time of RFC 3339 with a zone.");
        }
        return millis;
    }

    /** A percentage of 0 to 100 with at most one decimal, such as {@code 90%}, in per mille. */
    int percentage(String path) throws IOException {
        String text = text(path);
        int perMille = 0;
        if (text.matches("\\d{1,3}(\\.\\d)?%")) {
            int point = text.indexOf('.');
            int end = text.length() - 1;
            perMille = point < 0
                    ? Integer.parseInt(text, 0, end, 10) * 10
                    : Integer.parseInt(text, 0, point, 10) * 10 + (text.charAt(point + 1) - '0');
            if (perMille <= 1_000) {
                return perMille;
            }
        }
        throw wrong(path, "The field must be a percentage from 0% to 100%, with at most one decimal.");
    }

    /** A 64-bit number in a string. */
    long number64(String path) throws IOException {
        String text = text(path);
        if (text.length() <= 19 && text.matches("0|[1-9]\\d*")) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException _) {
                // Nineteen digits may still be above the largest number.
            }
        }
        throw wrong(path, "The field must be a number of 64 bits, written as a string of decimal digits.");
    }

    Map<String, String> stringMap(String path) throws IOException {
        openObject(path);
        String name = parser.nextFieldName();
        if (name == null) {
            return Map.of();
        }
        Map<String, String> map = new HashMap<>();
        for (; name != null; name = parser.nextFieldName()) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw wrong(path, "The values must be strings.");
            }
            if (map.put(name, parser.getText()) != null) {
                throw wrong(path, "A key is given more than once.");
            }
        }
        return map;
    }

    /**
     * Leaves the nested readers at the first mistake. It is caught in {@link #read} alone and becomes a value there; it has no
     * stack trace, since a caller's mistake says nothing about this program.
     */
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient FormError error;

        private Refusal(FormError error) {
            super(error.detail(), null, false, false);
            this.error = error;
        }
    }
}
