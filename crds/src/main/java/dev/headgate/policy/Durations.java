package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.Formats;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Durations after GEP-2257 ({@code 1h}, {@code 1m30s}, {@code 120ms}), exact in milliseconds. */
public final class Durations {
    private static final Pattern WHOLE = Pattern.compile(Formats.DURATION);
    private static final Pattern TERM = Pattern.compile("([0-9]{1,5})(ms|h|m|s)");

    private Durations() {}

    /** The duration in milliseconds, at most {@link Bounds#DURATION_MILLIS}; empty if the text is no duration or a longer one. */
    public static OptionalLong parseMillis(String text) {
        if (!WHOLE.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        long sum = 0;
        var terms = TERM.matcher(text);
        while (terms.find()) {
            long unit = switch (terms.group(2)) {
                case "h" -> 3_600_000L;
                case "m" -> 60_000L;
                case "s" -> 1_000L;
                default -> 1L;
            };
            sum = Math.addExact(sum, Math.multiplyExact(Long.parseLong(terms.group(1)), unit));
        }
        return sum <= Bounds.DURATION_MILLIS ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    /** A text that {@link #parseMillis} reads as exactly this many milliseconds; for an amount out of its range, one it refuses. */
    public static String format(long millis) {
        if (millis < 0 || millis > Bounds.DURATION_MILLIS) {
            return "out of range: " + millis + "ms";
        }
        var text = new StringBuilder();
        append(text, millis / 3_600_000L, "h");
        append(text, millis / 60_000L % 60, "m");
        append(text, millis / 1_000L % 60, "s");
        append(text, millis % 1_000L, "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }
}
