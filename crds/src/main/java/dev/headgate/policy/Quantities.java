package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.Formats;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Kubernetes quantities of bytes ({@code 96Mi}, {@code 1G}, {@code 1000m}), exact. */
public final class Quantities {
    private static final Pattern WHOLE =
            Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?)((?:[mkMGTPE]|[KMGTPE]i|[eE][0-9]{1,2})?)");

    private Quantities() {}

    /**
     * The quantity as a whole number from 0 to {@link Bounds#MAX_AMOUNT}; empty if the text is no quantity, has a fraction of
     * a byte or is larger.
     */
    public static OptionalLong parse(String text) {
        var match = WHOLE.matcher(text);
        if (text.length() > Formats.QUANTITY_LENGTH || !match.matches()) {
            return OptionalLong.empty();
        }
        BigDecimal amount = new BigDecimal(match.group(1)).multiply(unit(match.group(2)));
        if (amount.stripTrailingZeros().scale() > 0 || amount.compareTo(BigDecimal.valueOf(Bounds.MAX_AMOUNT)) > 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(amount.longValueExact());
    }

    private static BigDecimal unit(String suffix) {
        return switch (suffix) {
            case "" -> BigDecimal.ONE;
            case "m" -> new BigDecimal("0.001");
            case "k" -> BigDecimal.TEN.pow(3);
            case "M" -> BigDecimal.TEN.pow(6);
            case "G" -> BigDecimal.TEN.pow(9);
            case "T" -> BigDecimal.TEN.pow(12);
            case "P" -> BigDecimal.TEN.pow(15);
            case "E" -> BigDecimal.TEN.pow(18);
            case "Ki" -> BigDecimal.valueOf(1L << 10);
            case "Mi" -> BigDecimal.valueOf(1L << 20);
            case "Gi" -> BigDecimal.valueOf(1L << 30);
            case "Ti" -> BigDecimal.valueOf(1L << 40);
            case "Pi" -> BigDecimal.valueOf(1L << 50);
            case "Ei" -> BigDecimal.valueOf(1L << 60);
            default -> BigDecimal.TEN.pow(Integer.parseInt(suffix.substring(1)));
        };
    }
}
