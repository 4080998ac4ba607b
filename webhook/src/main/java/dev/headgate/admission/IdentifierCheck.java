package dev.headgate.admission;

import dev.headgate.policy.IdentifierLimits;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Step 5: every name that a caller sends is present, short enough in UTF-8 bytes, and free of white space, control
 * characters and lone surrogates. Fields are checked in the order of the request.
 */
public final class IdentifierCheck {
    private IdentifierCheck() {}

    static Verdict of(IdentifierLimits limits, AdmissionRequest request) {
        int max = limits.maxLength();
        if (name(request.activationId(), max, "activationId") instanceof Rejection rejection) {
            return rejection;
        }
        if (optional(request.tenant(), max, "tenant") instanceof Rejection rejection) {
            return rejection;
        }
        if (optional(request.onBehalfOf(), max, "onBehalfOf") instanceof Rejection rejection) {
            return rejection;
        }
        return switch (request.selection()) {
            case Selection.Target target -> of(limits, target);
            case Selection.Presented presented -> of(limits, presented.tuple());
        };
    }

    static Verdict of(IdentifierLimits limits, ResolutionRequest request) {
        if (optional(request.tenant(), limits.maxLength(), "tenant") instanceof Rejection rejection) {
            return rejection;
        }
        return of(limits, request.target());
    }

    private static Verdict of(IdentifierLimits limits, Selection.Target target) {
        int max = limits.maxLength();
        if (name(target.service(), max, "target.service") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(target.route(), max, "target.route") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(target.contract(), max, "target.contract") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(target.function(), max, "target.function") instanceof Rejection rejection) {
            return rejection;
        }
        return optional(target.routingKey(), max, "routingKey");
    }

    private static Verdict of(IdentifierLimits limits, RevisionTuple tuple) {
        int max = limits.maxLength();
        int maxGenerated = limits.maxGeneratedLength();
        if (name(tuple.tenant(), max, "revision.tenant") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.service(), max, "revision.service") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.route(), max, "revision.route") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.contract(), max, "revision.contract") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.function(), max, "revision.function") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.revision(), maxGenerated, "revision.revision") instanceof Rejection rejection) {
            return rejection;
        }
        if (name(tuple.release(), maxGenerated, "revision.release") instanceof Rejection rejection) {
            return rejection;
        }
        return name(tuple.digest(), maxGenerated, "revision.digest");
    }

    /**
     * The same rule for a name with a bound that no policy sets, such as that of an executor.
     *
     * @param field its schema path, for the answer
     * @return the rejection, or empty where the name is well formed
     */
    public static Optional<Rejection> fixed(String value, int maxBytes, String field) {
        return name(value, maxBytes, field) instanceof Rejection rejection ? Optional.of(rejection) : Optional.empty();
    }

    /** As {@link #fixed}, for text that may hold spaces. */
    public static Optional<Rejection> text(String value, int maxBytes, String field) {
        return fixed(value.isBlank() ? "" : value.replace(' ', '_'), maxBytes, field);
    }

    private static Verdict optional(@Nullable String value, int maxBytes, String field) {
        return value == null ? Verdict.Passed.PASSED : name(value, maxBytes, field);
    }

    /**
     * One name.
     *
     * @param field its schema path, for the answer
     */
    static Verdict name(String value, int maxBytes, String field) {
        if (value.isEmpty()) {
            return Rejection.of(Reason.IDENTIFIER_EMPTY, field);
        }
        // A character takes at least one byte: what is longer in characters need not be read.
        if (value.length() > maxBytes || Utf8.bytes(value) > maxBytes) {
            return Rejection.of(Reason.IDENTIFIER_TOO_LONG, field);
        }
        int at = 0;
        while (at < value.length()) {
            int codePoint = value.codePointAt(at);
            if (!permitted(codePoint)) {
                return Rejection.of(Reason.IDENTIFIER_MALFORMED, field);
            }
            at += Character.charCount(codePoint);
        }
        return Verdict.Passed.PASSED;
    }

    private static boolean permitted(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint > ' ' && codePoint != 0x7f;
        }
        return !Character.isISOControl(codePoint)
                && !Character.isWhitespace(codePoint)
                && !Character.isSpaceChar(codePoint)
                && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
    }
}
