package dev.headgate.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Subject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON of which there is one form: keys sorted, integers, no white space, absent instead of null, of an empty list and of "no limit". Reading is strict; what
 * strictness cannot see, such as white space, shows when what was read is written again and compared.
 */
final class CanonicalJson {
    static final JsonMapper MAPPER = mapper();

    private CanonicalJson() {}

    private static JsonMapper mapper() {
        JsonFactory factory = new JsonFactoryBuilder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(32)
                        .maxStringLength(2_048)
                        .maxNumberLength(20)
                        .build())
                .build();
        var module = new SimpleModule()
                .addSerializer(Subject.class, new SubjectWriter())
                .addDeserializer(Subject.class, new SubjectReader())
                .addDeserializer(long.class, new AmountReader());
        return JsonMapper.builder(factory)
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(
                        LogicalType.Textual,
                        config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .withConfigOverride(
                        List.class,
                        lists -> lists.setInclude(JsonInclude.Value.construct(
                                        JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
                                .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY, Nulls.FAIL)))
                .withConfigOverride(
                        long.class,
                        amounts -> amounts.setInclude(JsonInclude.Value.construct(
                                JsonInclude.Include.CUSTOM, JsonInclude.Include.ALWAYS, NoAmount.class, null)))
                .addModule(module)
                .build();
    }

    /** Leaves out an amount that says "no limit": equal to what is left out. */
    public static final class NoAmount {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Long amount && amount == HeldLimits.NONE;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(HeldLimits.NONE);
        }
    }

    /** An integer; "no limit" where there is none. */
    private static final class AmountReader extends JsonDeserializer<Long> {
        @Override
        public Long deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                return context.reportInputMismatch(long.class, "an amount is an integer");
            }
            return parser.getLongValue();
        }

        @Override
        public Long getNullValue(DeserializationContext context) {
            return HeldLimits.NONE;
        }
    }

    /** {@code {"kind":…,"name":…,"namespace":…}}. */
    private static final class SubjectWriter extends JsonSerializer<Subject> {
        @Override
        public void serialize(Subject subject, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeStartObject();
            json.writeStringField("kind", subject.kind());
            json.writeStringField("name", subject.nameOrUri());
            if (!subject.namespaceOrEmpty().isEmpty()) {
                json.writeStringField("namespace", subject.namespaceOrEmpty());
            }
            json.writeEndObject();
        }
    }

    private record SubjectFields(
            String kind, String name, @Nullable String namespace) {}

    private static final class SubjectReader extends JsonDeserializer<Subject> {
        @Override
        public Subject deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            var fields = context.readValue(parser, SubjectFields.class);
            if (fields.kind() == null || fields.name() == null) {
                return context.reportInputMismatch(Subject.class, "a subject needs kind and name");
            }
            return switch (fields.kind()) {
                case "ServiceAccount" ->
                    new Subject.ServiceAccount(fields.namespace() == null ? "" : fields.namespace(), fields.name());
                case "User" -> new Subject.User(fields.name());
                case "SPIFFEID" -> new Subject.SpiffeId(fields.name());
                case "UnixUser" -> new Subject.UnixUser(fields.name());
                case "StaticToken" -> new Subject.StaticToken(fields.name());
                default -> context.reportInputMismatch(Subject.class, "no kind of subject");
            };
        }
    }
}
