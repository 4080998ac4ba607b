package dev.headgate.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.SignedJWT;
import dev.headgate.identity.ClusterQuestions.Verdict;
import java.text.ParseException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Projected service account tokens of audience {@code headgate}: verified here against the cluster's keys, then confirmed by
 * TokenReview, which knows whether pod and account still exist (design page 13, "Identity"). While the API server is away the
 * verification here suffices, until the token expires.
 *
 * <p>A token that names a node must name this one; one that names none is for administrators only. Nothing of a token is
 * kept but its hash and what it says. At most {@link #MAX_REMEMBERED} tokens that verified, and as many that did not, are
 * remembered.
 */
public final class ServiceAccountTokens implements Authenticator {
    static final int MAX_TOKEN_CHARS = 8192;
    static final int MAX_REMEMBERED = 4096;
    /** How long a refusal found here is repeated without looking again. */
    static final long REFUSED_NANOS = 10_000_000_000L;

    private final String nodeName;
    private final SigningKeys keys;
    private final ClusterQuestions cluster;
    private final ClusterCalls calls;
    private final Administrators administrators;
    private final LongSupplier bootNanos;
    private final LongSupplier wallMillis;
    private final ApiServerReach reach;
    private final BoundedMap<TokenHash, Verified> verified = new BoundedMap<>(MAX_REMEMBERED);
    private final BoundedMap<TokenHash, Refusal> refused = new BoundedMap<>(MAX_REMEMBERED);

    /**
     * @param nodeName this node's, as its object is called
     * @param bootNanos boot-time clock, for the age of answers
     * @param wallMillis wall clock, for the times that tokens state
     */
    public ServiceAccountTokens(
            String nodeName,
            SigningKeys keys,
            ClusterQuestions cluster,
            ClusterCalls calls,
            Administrators administrators,
            LongSupplier bootNanos,
            LongSupplier wallMillis) {
        this.nodeName = nodeName;
        this.keys = keys;
        this.cluster = cluster;
        this.calls = calls;
        this.administrators = administrators;
        this.bootNanos = bootNanos;
        this.wallMillis = wallMillis;
        this.reach = new ApiServerReach(bootNanos);
    }

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        String token = credentials.bearerToken();
        if (token == null) {
            return Answers.MISSING;
        }
        if (token.isEmpty() || token.length() > MAX_TOKEN_CHARS) {
            return Answers.INVALID;
        }
        TokenHash hash = TokenHash.of(token);
        Verified known = verified.get(hash);
        if (known != null) {
            return answer(known, token);
        }
        Refusal refusal = refused.get(hash);
        if (refusal != null && bootNanos.getAsLong() - refusal.sinceNanos < REFUSED_NANOS) {
            return refusal.answer;
        }
        return verify(token, hash);
    }

    @Override
    public Authenticator forConnection() {
        return new OfConnection();
    }

    private CompletableFuture<Authentication> verify(String token, TokenHash hash) {
        SignedJWT jwt;
        try {
            jwt = SignedJWT.parse(token);
        } catch (ParseException | IllegalArgumentException _) {
            return Answers.INVALID;
        }
        keys.refreshIfOld();
        return switch (keys.find(jwt.getHeader())) {
            case SigningKeys.Lookup.Found found -> verifyWith(found, jwt, token, hash);
            case SigningKeys.Lookup.Unknown _, SigningKeys.Lookup.NoKeys _ ->
                SigningKeys.mayBeSigned(jwt.getHeader())
                        ? keys.refresh().thenCompose(_ -> verifyAfterRefresh(jwt, token, hash))
                        : Answers.INVALID;
        };
    }

    private CompletableFuture<Authentication> verifyAfterRefresh(SignedJWT jwt, String token, TokenHash hash) {
        return switch (keys.find(jwt.getHeader())) {
            case SigningKeys.Lookup.Found found -> verifyWith(found, jwt, token, hash);
            case SigningKeys.Lookup.Unknown _ -> Answers.INVALID;
            case SigningKeys.Lookup.NoKeys _ -> Answers.UNAVAILABLE;
        };
    }

    private CompletableFuture<Authentication> verifyWith(
            SigningKeys.Lookup.Found key, SignedJWT jwt, String token, TokenHash hash) {
        ServiceAccountClaims claims = null;
        try {
            // The signature comes before anything that it protects is read.
            if (jwt.verify(key.verifier())) {
                claims = ServiceAccountClaims.read(jwt.getJWTClaimsSet(), key.issuer(), wallMillis.getAsLong());
            }
        } catch (JOSEException | ParseException | IllegalArgumentException | IllegalStateException _) {
            claims = null;
        }
        if (claims == null) {
            return refuse(hash, Answers.INVALID);
        }
        if (claims.nodeName() != null && !claims.nodeName().equals(nodeName)) {
            return refuse(hash, Answers.WRONG_NODE);
        }
        Verified entry = Verified.of(claims, new ReviewedAnswer(reach));
        verified.put(hash, entry);
        return answer(entry, token);
    }

    private CompletableFuture<Authentication> refuse(TokenHash hash, CompletableFuture<Authentication> answer) {
        refused.put(hash, new Refusal(answer, bootNanos.getAsLong()));
        return answer;
    }

    private CompletableFuture<Authentication> answer(Verified entry, String token) {
        if (wallMillis.getAsLong() >= entry.claims.expiresMillis()) {
            return Answers.INVALID;
        }
        Supplier<CompletableFuture<Verdict>> question = () -> calls.ask(() -> cluster.tokenStands(token));
        long now = bootNanos.getAsLong();
        Verdict atOnce = entry.review.atOnce(now, question);
        return atOnce != null
                ? confirmed(entry, atOnce)
                : entry.review.asked(now, question).thenCompose(verdict -> confirmed(entry, verdict));
    }

    private CompletableFuture<Authentication> confirmed(Verified entry, Verdict verdict) {
        return switch (verdict) {
            case NO -> Answers.INVALID;
            case YES, UNAVAILABLE -> {
                CompletableFuture<Boolean> administrator = administrators.includes(entry.claims.subject());
                yield administrator.thenCompose(entry::as);
            }
        };
    }

    int rememberedTokens() {
        return verified.size();
    }

    int rememberedRefusals() {
        return refused.size();
    }

    /** A token that verified here, with the two answers it may lead to, made once. */
    private record Verified(
            ServiceAccountClaims claims,
            ReviewedAnswer review,
            CompletableFuture<Authentication> asAdministrator,
            CompletableFuture<Authentication> asOther) {

        static Verified of(ServiceAccountClaims claims, ReviewedAnswer review) {
            return new Verified(
                    claims,
                    review,
                    Answers.known(claims.subject(), true, claims.claims()),
                    claims.nodeName() == null
                            ? Answers.WRONG_NODE
                            : Answers.known(claims.subject(), false, claims.claims()));
        }

        CompletableFuture<Authentication> as(boolean administrator) {
            return administrator ? asAdministrator : asOther;
        }
    }

    private record Refusal(CompletableFuture<Authentication> answer, long sinceNanos) {}

    /** Remembers what one connection showed last; a comparison takes the place of a hash. */
    private final class OfConnection implements Authenticator {
        private @Nullable String lastToken;
        private @Nullable Verified last;

        @Override
        public CompletableFuture<Authentication> authenticate(Credentials credentials) {
            String token = credentials.bearerToken();
            Verified remembered = last;
            if (token != null && remembered != null && token.equals(lastToken)) {
                return answer(remembered, token);
            }
            CompletableFuture<Authentication> answer = ServiceAccountTokens.this.authenticate(credentials);
            if (token != null && token.length() <= MAX_TOKEN_CHARS) {
                last = verified.get(TokenHash.of(token));
                lastToken = last == null ? null : token;
            }
            return answer;
        }
    }
}
