package dev.headgate.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The {@code traceparent} header of W3C Trace Context, version 00. */
final class TraceParent {
    private static final int LENGTH = 55;
    private static final int SPAN = 36;
    private static final int FLAGS = 53;

    private TraceParent() {}

    /** The header for the answer: the trace of the request with a span of our own; null where the request has no valid one. */
    static @Nullable String answering(@Nullable String requested) {
        if (requested == null || requested.length() != LENGTH || !isValid(requested)) {
            return null;
        }
        long span = ThreadLocalRandom.current().nextLong() | 1;
        return requested.substring(0, SPAN) + HexFormat.of().toHexDigits(span) + requested.substring(FLAGS - 1);
    }

    private static boolean isValid(String text) {
        if (!text.startsWith("00-") || text.charAt(SPAN - 1) != '-' || text.charAt(FLAGS - 1) != '-') {
            return false;
        }
        return isHex(text, 3, SPAN - 1, true)
                && isHex(text, SPAN, FLAGS - 1, true)
                && isHex(text, FLAGS, LENGTH, false);
    }

    private static boolean isHex(String text, int from, int to, boolean mustNotBeZero) {
        boolean zero = true;
        for (int i = from; i < to; i++) {
            char character = text.charAt(i);
            if ((character < '0' || character > '9') && (character < 'a' || character > 'f')) {
                return false;
            }
            zero &= character == '0';
        }
        return !(zero && mustNotBeZero);
    }
}
