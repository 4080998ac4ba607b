package dev.headgate.http;

import java.math.BigDecimal;

/** Sizes in bytes as Kubernetes writes quantities: {@code 64Mi}, {@code 1500}, {@code 1.5Gi}, {@code 2e6}. */
final class Quantities {
    /** What {@link #parseBytes} answers for text that is no whole, exact number of bytes. */
    static final long MALFORMED = -1;

    private static final int MAX_LENGTH = 32;
    private static final String BINARY = "KMGTPE";
    private static final String DECIMAL = "kMGTPE";
    private static final BigDecimal MOST = BigDecimal.valueOf(JsonInput.MAX_INTEGER);

    private Quantities() {}

    /** Bytes from 0 to 2^53−1, or {@link #MALFORMED}. */
    static long parseBytes(String text) {
        int end = 0;
        long digits = 0;
        while (end < text.length() && end < 15 && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            digits = digits * 10 + (text.charAt(end++) - '0');
        }
        if (end > 0 && end == text.length()) {
            return digits;
        }
        if (end > 0 && end + 2 == text.length() && text.charAt(end + 1) == 'i') {
            int power = BINARY.indexOf(text.charAt(end)) + 1;
            long unit = 1L << (10 * power);
            return power > 0 && digits <= JsonInput.MAX_INTEGER / unit ? digits * unit : MALFORMED;
        }
        return parseExactly(text);
    }

    private static long parseExactly(String text) {
        if (text.length() > MAX_LENGTH || !text.matches("\\d+(\\.\\d*)?([kMGTPE]|[KMGTPE]i|m|[eE][+-]?\\d{1,2})?")) {
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

    /** The text of so many bytes: with the largest binary unit that leaves a whole number. */
    static String format(long bytes) {
        int power = bytes == 0 ? 0 : Math.min(BINARY.length(), Long.numberOfTrailingZeros(bytes) / 10);
        return power == 0 ? Long.toString(bytes) : (bytes >> (10 * power)) + BINARY.substring(power - 1, power) + "i";
    }
}
