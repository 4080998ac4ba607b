package dev.headgate.policy;

import dev.headgate.api.Bounds;

/** Durations after GEP-2257 ({@code 1h}, {@code 1m30s}, {@code 120ms}), exact in milliseconds: in resources and on the wire. */
public final class Durations {
    /** What {@link #parseMillis} answers for text that is no duration. */
    public static final long MALFORMED = -1;

    private static final int MAX_TERMS = 4;
    private static final int MAX_DIGITS = 5;
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    /** Below this, an amount with a fraction of a second is written in milliseconds alone. */
    private static final long MILLIS_ALONE = 100_000;

    private Durations() {}

    /**
     * One to four numbers of at most five digits, each with its unit, in any order; units that come again add up.
     *
     * @return milliseconds from 0 to {@link Bounds#DURATION_MILLIS}, or {@link #MALFORMED}
     */
    public static long parseMillis(String text) {
        long sum = 0;
        int terms = 0;
        int at = 0;
        while (at < text.length()) {
            int start = at;
            long amount = 0;
            while (at < text.length() && isDigit(text.charAt(at))) {
                amount = amount * 10 + (text.charAt(at++) - '0');
                if (at - start > MAX_DIGITS) {
                    return MALFORMED;
                }
            }
            boolean millis = text.startsWith("ms", at);
            long unit = millis ? 1 : at < text.length() ? unitOf(text.charAt(at)) : MALFORMED;
            if (at == start || unit == MALFORMED || ++terms > MAX_TERMS) {
                return MALFORMED;
            }
            at += millis ? 2 : 1;
            sum += amount * unit;
        }
        return terms == 0 || sum > Bounds.DURATION_MILLIS ? MALFORMED : sum;
    }

    private static long unitOf(char letter) {
        return switch (letter) {
            case 'h' -> HOUR;
            case 'm' -> MINUTE;
            case 's' -> SECOND;
            default -> MALFORMED;
        };
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /**
     * A text that {@link #parseMillis} reads as exactly this many milliseconds. What is below zero is over, and is
     * {@code 0s}; what is out of range is text that is no duration.
     */
    public static String format(long millis) {
        if (millis <= 0) {
            return "0s";
        }
        if (millis % SECOND != 0 && millis < MILLIS_ALONE) {
            return millis + "ms";
        }
        var text = new StringBuilder(16);
        append(text, millis / HOUR, "h");
        append(text, millis % HOUR / MINUTE, "m");
        append(text, millis % MINUTE / SECOND, "s");
        append(text, millis % SECOND, "ms");
        return text.toString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }
}
