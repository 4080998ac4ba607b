package dev.headgate.http;

/** Durations as Gateway API writes them (GEP-2257): {@code 250ms}, {@code 2s}, {@code 1m30s}. */
final class Durations {
    /** What {@link #parseMillis} answers for text that is no duration. */
    static final long MALFORMED = -1;

    private static final int MAX_DIGITS = 5;
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private Durations() {}

    /** Milliseconds, 0 or more, or {@link #MALFORMED}. Units go from large to small, each at most once. */
    static long parseMillis(String text) {
        long total = 0;
        long above = Long.MAX_VALUE;
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
            if (at == start || unit == MALFORMED || unit >= above) {
                return MALFORMED;
            }
            at += millis ? 2 : 1;
            above = unit;
            total += amount * unit;
        }
        return text.isEmpty() ? MALFORMED : total;
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

    /** The text of so many milliseconds; what is below zero is over, and is {@code 0s}. */
    static String format(long millis) {
        if (millis <= 0) {
            return "0s";
        }
        if (millis % SECOND != 0 && millis < 100_000) {
            return millis + "ms";
        }
        StringBuilder text = new StringBuilder(16);
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
