package dev.headgate.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The SHA-256 of a token: what stands for it in every cache, so that no token outlives its request there. */
final class TokenHash {
    private final byte[] bytes;

    private TokenHash(byte[] bytes) {
        this.bytes = bytes;
    }

    static TokenHash of(String token) {
        try {
            return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }

    /** From 64 hex digits, as {@code sha256sum} prints them. */
    static TokenHash ofHex(String hex) {
        return new TokenHash(HexFormat.of().parseHex(hex));
    }

    /** Equality in a time that says nothing of how much is equal. */
    boolean matches(TokenHash other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenHash theirs && Arrays.equals(bytes, theirs.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "TokenHash[…]";
    }
}
