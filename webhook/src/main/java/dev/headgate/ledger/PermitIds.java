package dev.headgate.ledger;

import java.nio.charset.StandardCharsets;

/**
 * Names of permits: the fencing token of the grant, in 13 digits of Crockford's base 32. Tokens never repeat on a node, so
 * names do not either, and they sort in the order of the grants.
 */
public final class PermitIds {
    private static final byte[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 13;

    private PermitIds() {}

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
