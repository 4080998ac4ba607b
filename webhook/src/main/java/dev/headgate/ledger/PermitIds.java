package dev.headgate.ledger;

import java.nio.charset.StandardCharsets;

/**
 * Names of permits: the fencing token of the grant, in 13 digits of Crockford's base 32. Tokens never repeat on a node, so
 * names do not either, and they sort in the order of the grants.
 */
public final class PermitIds {
    private static final String DIGIT_TEXT = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final byte[] DIGITS = DIGIT_TEXT.getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 13;

    private PermitIds() {}

    /**
     * The token of the grant that a name stands for.
     *
     * @throws IllegalArgumentException if it is no name that {@link #of} gives
     */
    public static long token(String permitId) {
        long token = 0;
        for (int at = 0; at < permitId.length(); at++) {
            int digit = DIGIT_TEXT.indexOf(permitId.charAt(at));
            if (digit < 0) {
                throw new IllegalArgumentException("not the name of a permit");
            }
            token = (token << 5) | digit;
        }
        if (permitId.length() != LENGTH || permitId.charAt(0) > '7' || token < 0) {
            throw new IllegalArgumentException("not the name of a permit");
        }
        return token;
    }

    /** The name of the permit whose grant took this token; {@code token} is 0 or more. */
    public static String of(long token) {
        if (token < 0) {
            throw new IllegalArgumentException("a fencing token is not negative");
        }
        byte[] text = new byte[LENGTH];
        long rest = token;
        for (int at = LENGTH - 1; at >= 0; at--) {
            text[at] = DIGITS[(int) (rest & 31)];
            rest >>>= 5;
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
