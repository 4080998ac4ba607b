package dev.headgate.identity;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * What a connection and a request show of their caller.
 *
 * @param bearerToken from the one {@code Authorization} header, or null; never logged
 * @param certificate the verified leaf certificate of a mutual TLS peer, or null
 * @param unixUserId user id of the peer of a Unix socket, or -1
 */
public record Credentials(
        @Nullable String bearerToken, @Nullable X509Certificate certificate, long unixUserId) {
    @Override
    public String toString() {
        return "Credentials[…]";
    }
}
