package dev.headgate.snapshot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, spelled {@code sha256:<64 hex digits>}. */
final class Digests {
    private Digests() {}

    static String of(String text) {
        return "sha256:" + HexFormat.of().formatHex(bytes(text));
    }

    static byte[] bytes(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
