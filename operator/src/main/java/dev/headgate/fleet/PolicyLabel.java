package dev.headgate.fleet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The label that names the policy of a snapshot. Names may be longer than label values. */
public final class PolicyLabel {
    /** Its key. */
    public static final String KEY = "headgate.dev/policy";

    private static final int LONGEST = 63;

    private PolicyLabel() {}

    /** Its value: the name, or where that is longer than 63 characters, its beginning and a hash. */
    public static String value(String policy) {
        if (policy.length() <= LONGEST) {
            return policy;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(policy.getBytes(StandardCharsets.UTF_8));
            return policy.substring(0, LONGEST - 13) + "-" + HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
