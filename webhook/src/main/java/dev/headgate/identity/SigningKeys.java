package dev.headgate.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.headgate.identity.ClusterQuestions.KeyDocument;
import dev.headgate.state.StateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys that the cluster signs service account tokens with, kept on disk so that a restarted node verifies tokens
 * without an API server (design page 13, "Identity"). Asked for again when a token names an unknown key, and when they are
 * old, but never more often than every {@link #MIN_PAUSE_NANOS}: tokens of strangers cannot make a node storm the API server.
 */
public final class SigningKeys {
    /** The file in the state directory. */
    static final String FILE_NAME = "signing-keys.json";

    static final int MAX_FILE_BYTES = 256 * 1024;
    static final int MAX_KEYS = 64;
    static final int MIN_RSA_BITS = 2048;
    /** From the begin of one fetch to that of the next. */
    static final long MIN_PAUSE_NANOS = 10_000_000_000L;
    /** Keys of this age are asked for again beside a request, so that a withdrawn key goes. */
    static final long OLD_NANOS = 600_000_000_000L;

    /** What Kubernetes signs with; no symmetric algorithm, and never none. */
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512);

    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);

    private final StateFile file;
    private final ClusterQuestions cluster;
    private final ClusterCalls calls;
    private final LongSupplier bootNanos;
    private volatile @Nullable Keys keys;
    private @Nullable CompletableFuture<Boolean> underWay;
    private boolean everAsked;
    private long askedNanos;

    /**
     * Starts with what the disk holds, and asks the API server for what it says now.
     *
     * @param stateDirectory of the node
     * @param bootNanos boot-time clock
     */
    public SigningKeys(Path stateDirectory, ClusterQuestions cluster, ClusterCalls calls, LongSupplier bootNanos) {
        this.file = new StateFile(stateDirectory.resolve(FILE_NAME), MAX_FILE_BYTES);
        this.cluster = cluster;
        this.calls = calls;
        this.bootNanos = bootNanos;
        this.keys = fromDisk();
        var _ = refresh();
    }

    /** What is known of the key that a token names. */
    sealed interface Lookup {
        record Found(String issuer, JWSVerifier verifier) implements Lookup {}

        /** There is no such key, or not for this algorithm. */
        record Unknown() implements Lookup {}

        /** There are no keys at all yet. */
        record NoKeys() implements Lookup {}
    }

    Lookup find(JWSHeader header) {
        Keys now = keys;
        if (now == null) {
            return new Lookup.NoKeys();
        }
        JWSVerifier verifier = header.getKeyID() == null ? null : now.verifiers.get(header.getKeyID());
        return verifier != null
                        && ALGORITHMS.contains(header.getAlgorithm())
                        && verifier.supportedJWSAlgorithms().contains(header.getAlgorithm())
                ? new Lookup.Found(now.issuer, verifier)
                : new Lookup.Unknown();
    }

    /** Whether asking the API server may help with this token at all. */
    static boolean mayBeSigned(JWSHeader header) {
        return header.getKeyID() != null && ALGORITHMS.contains(header.getAlgorithm());
    }

    /** Asks for the keys if they are old; waits for nothing. */
    synchronized void refreshIfOld() {
        if (bootNanos.getAsLong() - askedNanos >= OLD_NANOS) {
            var _ = refresh();
        }
    }

    /** Asks for the keys, joins a fetch that is under way, or does nothing if the last one is too recent. */
    synchronized CompletableFuture<Boolean> refresh() {
        if (underWay != null) {
            return underWay;
        }
        long now = bootNanos.getAsLong();
        if (everAsked && now - askedNanos < MIN_PAUSE_NANOS) {
            return CompletableFuture.completedFuture(false);
        }
        everAsked = true;
        askedNanos = now;
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        underWay = mine;
        var _ = calls.run(this::fetch, false).whenComplete((fetched, _) -> {
            synchronized (this) {
                underWay = null;
            }
            mine.complete(fetched);
        });
        return mine;
    }

    private boolean fetch() {
        return switch (cluster.signingKeys()) {
            case KeyDocument.Unavailable(var why) -> {
                LOG.warn("The cluster's signing keys could not be fetched: {}", why);
                yield false;
            }
            case KeyDocument.Published(var issuer, var jwks) -> {
                Keys fetched = keysOf(issuer, jwks);
                if (fetched == null) {
                    LOG.warn("The cluster's signing keys are malformed; the keys of before stand");
                    yield false;
                }
                keys = fetched;
                toDisk(issuer, jwks);
                yield true;
            }
        };
    }

    private void toDisk(String issuer, String jwks) {
        try {
            byte[] content = JSONObjectUtils.toJSONString(Map.of("issuer", issuer, "jwks", jwks))
                    .getBytes(StandardCharsets.UTF_8);
            file.write(content);
        } catch (IOException failure) {
            LOG.warn("The signing keys could not be kept; a restart without an API server will not know them", failure);
        }
    }

    private @Nullable Keys fromDisk() {
        try {
            var content = file.read();
            if (content.isEmpty()) {
                return null;
            }
            var document = JSONObjectUtils.parse(new String(content.get(), StandardCharsets.UTF_8));
            String issuer = JSONObjectUtils.getString(document, "issuer");
            String jwks = JSONObjectUtils.getString(document, "jwks");
            Keys read = issuer == null || jwks == null ? null : keysOf(issuer, jwks);
            if (read == null) {
                LOG.warn("{} holds no usable keys and is ignored", FILE_NAME);
            }
            return read;
        } catch (IOException | ParseException failure) {
            LOG.warn("{} cannot be read and is ignored", FILE_NAME, failure);
            return null;
        }
    }

    /** The usable keys, or null where the document is not one. */
    private static @Nullable Keys keysOf(String issuer, String jwks) {
        if (issuer.isBlank() || jwks.length() > MAX_FILE_BYTES / 2) {
            return null;
        }
        try {
            Map<String, JWSVerifier> verifiers = new HashMap<>();
            for (JWK key : JWKSet.parse(jwks).getKeys()) {
                JWSVerifier verifier = verifierOf(key);
                if (verifier != null && verifiers.size() < MAX_KEYS) {
                    verifiers.putIfAbsent(key.getKeyID(), verifier);
                }
            }
            return verifiers.isEmpty() ? null : new Keys(issuer, Map.copyOf(verifiers));
        } catch (ParseException | JOSEException _) {
            return null;
        }
    }

    private static @Nullable JWSVerifier verifierOf(JWK key) throws JOSEException {
        boolean usable = key.getKeyID() != null
                && !key.getKeyID().isEmpty()
                && (key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE));
        if (!usable) {
            return null;
        }
        return switch (key) {
            case RSAKey rsa -> rsa.size() >= MIN_RSA_BITS ? new RSASSAVerifier(rsa.toRSAPublicKey()) : null;
            case ECKey ec -> new ECDSAVerifier(ec.toECPublicKey());
            // Symmetric keys and curves that Kubernetes does not sign with.
            default -> null;
        };
    }

    private record Keys(String issuer, Map<String, JWSVerifier> verifiers) {}
}
