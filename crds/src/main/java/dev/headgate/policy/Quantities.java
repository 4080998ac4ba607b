package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.Formats;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as Kubernetes writes quantities ({@code 64Mi}, {@code 1500}, {@code 1.5Gi}, {@code 2e6}, {@code 1000m}),
 * exact: in resources and on the wire.
 */
public final class Quantities {
    /** What {@link #parseBytes} answers for text that is no whole, exact number of bytes. */
    public static final long MALFORMED = -1;

    private static final int PLAIN_DIGITS = 15;
    private static final String BINARY = "KMGTPE";
    private static final String DECIMAL = "kMGTPE";
    private static final Pattern WHOLE =
            Pattern.compile("[0-9]+(\\.[0-9]*)?([kMGTPE]|[KMGTPE]i|m|[eE][+-]?[0-9]{1,2})?");
    private static final BigDecimal MOST = BigDecimal.valueOf(Bounds.MAX_AMOUNT);

    private Quantities() {}

    /**
     * Bytes from 0 to {@link Bounds#MAX_AMOUNT}, or {@link #MALFORMED}: where the text is no quantity, has a fraction of a
     * byte, or is larger.
     */
    public static long parseBytes(String text) {
        int end = 0;
        long digits = 0;
        while (end < text.length() && end < PLAIN_DIGITS && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            digits = digits * 10 + (text.charAt(end++) - '0');
        }
        if (end > 0 && end == text.length()) {
            return digits;
        }
        if (end > 0 && end + 2 == text.length() && text.charAt(end + 1) == 'i') {
            int power = BINARY.indexOf(text.charAt(end)) + 1;
            long unit = 1L << (10 * power);
            return power > 0 && digits <= Bounds.MAX_AMOUNT / unit ? digits * unit : MALFORMED;
        }
        return parseExactly(text);
    }

    private static long parseExactly(String text) {
        if (text.length() > Formats.QUANTITY_LENGTH || !WHOLE.matcher(text).matches()) {
            return MALFORMED;
        }
        int end = text.length();
        while (Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        String suffix = text.substring(end);
        BigDecimal bytes = new BigDecimal(text.substring(0, end)).multiply(unitOf(suffix));
        if (bytes.compareTo(MOST) > 0 || bytes.stripTrailingZeros().scale() > 0) {
            return MALFORMED;
        }
        return bytes.longValueExact();
    }

    private static BigDecimal unitOf(String suffix) {
        if (suffix.isEmpty()) {
            return BigDecimal.ONE;
        }
        if (suffix.equals("m")) {
            return BigDecimal.ONE.scaleByPowerOfTen(-3);
        }
        return suffix.length() == 2
                ? BigDecimal.valueOf(1L << (10 * (BINARY.indexOf(suffix.charAt(0)) + 1)))
                : BigDecimal.ONE.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix.charAt(0)) + 1));
    }

    /**
     * A text that {@link #parseBytes} reads as exactly so many bytes: with the largest binary unit that leaves a whole
     * number.
     *
     * @param bytes 0 or more
     */
    public static String format(long bytes) {
        int power = bytes == 0 ? 0 : Math.min(BINARY.length(), Long.numberOfTrailingZeros(bytes) / 10);
        return power == 0 ? Long.toString(bytes) : (bytes >> (10 * power)) + BINARY.substring(power - 1, power) + "i";
    }
}
