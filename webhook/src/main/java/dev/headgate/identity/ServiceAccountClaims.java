package dev.headgate.identity;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.headgate.policy.Subject;
import java.text.ParseException;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a token whose signature holds says.
 *
 * @param subject the service account
 * @param nodeName the node that its pod runs on, or null
 * @param expiresMillis wall clock
 * @param claims for the metadata of the caller
 */
record ServiceAccountClaims(
        Subject.ServiceAccount subject, @Nullable String nodeName, long expiresMillis, Map<String, String> claims) {
    static final String AUDIENCE = "headgate";
    /** How far the API server's clock may be ahead of this node's. */
    static final long CLOCK_SKEW_MILLIS = 30_000;

    private static final int MAX_NAME_CHARS = 253;

    /** Reads the claims; null where any of them does not hold, and it does not matter which. */
    static @Nullable ServiceAccountClaims read(JWTClaimsSet claims, String issuer, long nowMillis) {
        if (!issuer.equals(claims.getIssuer()) || !List.of(AUDIENCE).equals(claims.getAudience())) {
            return null;
        }
        Date expires = claims.getExpirationTime();
        if (expires == null || nowMillis >= expires.toInstant().toEpochMilli()) {
            return null;
        }
        if (isAhead(claims.getNotBeforeTime(), nowMillis) || isAhead(claims.getIssueTime(), nowMillis)) {
            return null;
        }
        try {
            return ofKubernetes(claims, expires.toInstant().toEpochMilli());
        } catch (ParseException _) {
            return null;
        }
    }

    private static boolean isAhead(@Nullable Date moment, long nowMillis) {
        return moment != null && moment.toInstant().toEpochMilli() > nowMillis + CLOCK_SKEW_MILLIS;
    }

    private static @Nullable ServiceAccountClaims ofKubernetes(JWTClaimsSet claims, long expiresMillis)
            throws ParseException {
        Map<String, Object> kubernetes = claims.getJSONObjectClaim("kubernetes.io");
        if (kubernetes == null || !(kubernetes.get("namespace") instanceof String namespace)) {
            return null;
        }
        String name = nameIn(kubernetes, "serviceaccount");
        if (name == null || !isName(namespace) || !isName(name)) {
            return null;
        }
        if (!("system:serviceaccount:" + namespace + ":" + name).equals(claims.getSubject())) {
            return null;
        }
        Map<String, String> kept = new HashMap<>();
        String node = nameIn(kubernetes, "node");
        String pod = nameIn(kubernetes, "pod");
        // A binding without a name is no binding that can be checked.
        if ((kubernetes.containsKey("node") && node == null) || (kubernetes.containsKey("pod") && pod == null)) {
            return null;
        }
        if (node != null) {
            kept.put("authentication.kubernetes.io/node-name", node);
        }
        if (pod != null) {
            kept.put("authentication.kubernetes.io/pod-name", pod);
        }
        return new ServiceAccountClaims(
                new Subject.ServiceAccount(namespace, name), node, expiresMillis, Map.copyOf(kept));
    }

    private static @Nullable String nameIn(Map<String, Object> kubernetes, String part) {
        return kubernetes.get(part) instanceof Map<?, ?> object
                        && object.get("name") instanceof String name
                        && isName(name)
                ? name
                : null;
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_CHARS
                && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.');
    }
}
