package dev.headgate.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Signs tokens as a cluster does. */
final class TestingTokens {
    static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
    static final long NOW_MILLIS = 1_800_000_000_000L;
    static final RSAKey KEY = key("cluster-1");
    static final RSAKey OTHER_KEY = key("cluster-2");

    private TestingTokens() {}

    static ClusterQuestions.KeyDocument published(RSAKey... keys) {
        return new ClusterQuestions.KeyDocument.Published(
                ISSUER, new JWKSet(java.util.List.<com.nimbusds.jose.jwk.JWK>of(keys)).toString(true));
    }

    /** A pod-bound token of {@code payments/runtime} on {@code node-1}, good for an hour, with changes. */
    static String token(UnaryOperator<JWTClaimsSet.Builder> change) {
        return sign(KEY, KEY.getKeyID(), change.apply(claims("node-1")).build());
    }

    static String token() {
        return token(builder -> builder);
    }

    static String unboundToken() {
        return sign(KEY, KEY.getKeyID(), claims(null).build());
    }

    static String sign(RSAKey key, String keyId, JWTClaimsSet claims) {
        try {
            SignedJWT jwt = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(keyId).build(), claims);
            jwt.sign(new RSASSASigner(key));
            return jwt.serialize();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static JWTClaimsSet.Builder claims(@org.jspecify.annotations.Nullable String node) {
        Map<String, Object> kubernetes = new HashMap<>(Map.of(
                "namespace", "payments",
                "serviceaccount", Map.of("name", "runtime", "uid", "u-1"),
                "pod", Map.of("name", "runtime-0", "uid", "u-2")));
        if (node != null) {
            kubernetes.put("node", Map.of("name", node, "uid", "u-3"));
        }
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience("headgate")
                .subject("system:serviceaccount:payments:runtime")
                .issueTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS - 1000)))
                .notBeforeTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS - 1000)))
                .expirationTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS + 3_600_000)))
                .jwtID("t-1")
                .claim("kubernetes.io", kubernetes);
    }

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
