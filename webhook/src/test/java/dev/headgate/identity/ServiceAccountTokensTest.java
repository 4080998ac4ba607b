package dev.headgate.identity;

import static dev.headgate.identity.TestingTokens.KEY;
import static dev.headgate.identity.TestingTokens.NOW_MILLIS;
import static dev.headgate.identity.TestingTokens.OTHER_KEY;
import static dev.headgate.identity.TestingTokens.claims;
import static dev.headgate.identity.TestingTokens.published;
import static dev.headgate.identity.TestingTokens.sign;
import static dev.headgate.identity.TestingTokens.token;
import static dev.headgate.identity.TestingTokens.unboundToken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.headgate.admission.Reason;
import dev.headgate.identity.ClusterQuestions.KeyDocument;
import dev.headgate.identity.ClusterQuestions.Verdict;
import dev.headgate.policy.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccountTokensTest {
    private static final Subject RUNTIME = new Subject.ServiceAccount("payments", "runtime");
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path stateDirectory;

    private final TestingClusterQuestions cluster = new TestingClusterQuestions();
    private final ClusterCalls calls = new ClusterCalls();
    private final AtomicLong bootNanos = new AtomicLong(1000 * SECOND);
    private final AtomicLong wallMillis = new AtomicLong(NOW_MILLIS);

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void aPodOfThisNodeIsKnownByItsServiceAccount() {
        Authentication answer = authenticate(withKeys(), token());

        assertThat(answer).isInstanceOfSatisfying(Authentication.Known.class, known -> {
            assertThat(known.caller().subject()).isEqualTo(RUNTIME);
            assertThat(known.caller().administrator()).isFalse();
            assertThat(known.caller().claims())
                    .containsEntry("authentication.kubernetes.io/pod-name", "runtime-0")
                    .containsEntry("authentication.kubernetes.io/node-name", "node-1");
        });
    }

    @Test
    void withoutATokenCredentialsAreMissing() {
        assertRefused(withKeys(), null, Reason.CREDENTIALS_MISSING);
    }

    @Test
    void aForgedSignatureIsInvalidAndIsNeverShownToTheApiServer() {
        assertRefused(
                withKeys(), sign(OTHER_KEY, KEY.getKeyID(), claims("node-1").build()), Reason.CREDENTIALS_INVALID);
        assertThat(cluster.reviews).hasValue(0);
    }

    @Test
    void aChangedClaimIsInvalid() {
        String[] parts = token().split("\\.", -1);
        String other = token(builder -> builder.subject("system:serviceaccount:kube-system:admin"))
                .split("\\.", -1)[1];

        assertRefused(withKeys(), parts[0] + "." + other + "." + parts[2], Reason.CREDENTIALS_INVALID);
    }

    @Test
    void anExpiredTokenIsInvalid() {
        assertInvalid(token(builder -> builder.expirationTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS)))));
    }

    @Test
    void aTokenWithoutAnExpiryIsInvalid() {
        assertInvalid(token(builder -> builder.expirationTime(null)));
    }

    @Test
    void aTokenThatIsNotYetValidIsInvalid() {
        assertInvalid(token(builder -> builder.notBeforeTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS + 31_000)))));
    }

    @Test
    void aTokenIssuedInTheFutureIsInvalid() {
        assertInvalid(token(builder -> builder.issueTime(Date.from(Instant.ofEpochMilli(NOW_MILLIS + 31_000)))));
    }

    @Test
    void aTokenForAnotherAudienceIsInvalid() {
        assertInvalid(token(builder -> builder.audience("https://kubernetes.default.svc")));
    }

    @Test
    void aTokenForTwoAudiencesIsInvalid() {
        assertInvalid(token(builder -> builder.audience(List.of("headgate", "vault"))));
    }

    @Test
    void aTokenOfAnotherIssuerIsInvalid() {
        assertInvalid(token(builder -> builder.issuer("https://elsewhere")));
    }

    @Test
    void aTokenWhoseSubjectIsNotItsServiceAccountIsInvalid() {
        assertInvalid(token(builder -> builder.subject("system:serviceaccount:payments:other")));
    }

    @Test
    void aTokenWithoutTheClaimsOfKubernetesIsInvalid() {
        assertInvalid(token(builder -> builder.claim("kubernetes.io", null)));
    }

    @Test
    void aNodeBindingWithoutANameIsInvalid() {
        assertInvalid(token(builder -> builder.claim(
                "kubernetes.io",
                Map.of(
                        "namespace", "payments",
                        "serviceaccount", Map.of("name", "runtime"),
                        "node", Map.of("uid", "u-3")))));
    }

    @Test
    void anUnsignedTokenIsInvalid() {
        assertInvalid(new PlainJWT(claims("node-1").build()).serialize());
    }

    @Test
    void aMacWithThePublicKeyAsItsSecretIsInvalid() throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(KEY.getKeyID()).build(),
                claims("node-1").build());
        jwt.sign(new MACSigner(KEY.toRSAPublicKey().getEncoded()));

        assertInvalid(jwt.serialize());
        assertThat(cluster.keyFetches).hasValue(1);
    }

    @Test
    void anAlgorithmThatTheClusterDoesNotSignWithIsInvalid() throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.PS256).keyID(KEY.getKeyID()).build(),
                claims("node-1").build());
        jwt.sign(new com.nimbusds.jose.crypto.RSASSASigner(KEY));

        assertInvalid(jwt.serialize());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "a.b",
                "a.b.c",
                "a.b.c.d",
                "e30.e30.",
                "\u0000",
                "eyJhbGciOiJSUzI1NiJ9.e30.AAAA",
                "Ünïcode.x.y"
            })
    void aGarbledTokenIsInvalid(String garbled) {
        assertInvalid(garbled);
    }

    @Test
    void deeplyNestedJsonInAHeaderIsInvalid() {
        String header = java.util.Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("[".repeat(5000).getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertInvalid(header + ".e30.AAAA");
    }

    @Test
    void aTokenAboveTheSizeBoundIsRefusedUnread() {
        assertInvalid(token(builder -> builder.claim("padding", "x".repeat(9000))));
    }

    @Test
    void aTokenOfAnotherNodeIsRefusedWithoutAskingTheApiServer() {
        assertRefused(withKeys(), sign(KEY, KEY.getKeyID(), claims("node-2").build()), Reason.WRONG_NODE);
        assertThat(cluster.reviews).hasValue(0);
    }

    @Test
    void aTokenOfNoNodeIsRefusedToOthersThanAdministrators() {
        assertRefused(withKeys(), unboundToken(), Reason.WRONG_NODE);
    }

    @Test
    void anAdministratorMayComeWithATokenOfNoNode() {
        cluster.quotaReaders.add(RUNTIME);

        assertThat(authenticate(withKeys(), unboundToken()))
                .isInstanceOfSatisfying(
                        Authentication.Known.class,
                        known -> assertThat(known.caller().administrator()).isTrue());
    }

    @Test
    void anAdministratorOfTheConfigurationNeedsNoAccessReview() {
        ServiceAccountTokens tokens =
                withKeys(Administrators.inCluster(Set.of(RUNTIME), cluster, calls, bootNanos::get));

        assertThat(authenticate(tokens, unboundToken())).isInstanceOf(Authentication.Known.class);
        assertThat(cluster.accessReviews).hasValue(0);
    }

    @Test
    void aStormOfUnknownKeysFetchesTheKeysOnce() {
        ServiceAccountTokens tokens = withKeys();
        bootNanos.addAndGet(60 * SECOND);

        for (int stranger = 0; stranger < 200; stranger++) {
            assertRefused(
                    tokens,
                    sign(OTHER_KEY, "stranger-" + stranger, claims("node-1").build()),
                    Reason.CREDENTIALS_INVALID);
        }
        assertThat(cluster.keyFetches).as("one at the start, one for the storm").hasValue(2);
    }

    @Test
    void anUnknownKeyThatTheClusterHasBegunToUseIsFetched() {
        ServiceAccountTokens tokens = withKeys();
        cluster.keys = published(KEY, OTHER_KEY);
        bootNanos.addAndGet(11 * SECOND);

        assertThat(authenticate(
                        tokens,
                        sign(OTHER_KEY, OTHER_KEY.getKeyID(), claims("node-1").build())))
                .isInstanceOf(Authentication.Known.class);
    }

    @Test
    void withoutAnyKeysIdentityIsUnavailable() {
        assertRefused(tokens(), token(), Reason.IDENTITY_UNAVAILABLE);
    }

    @Test
    void aRestartedNodeKnowsItsCallersWithoutAnApiServer() {
        authenticate(withKeys(), token());
        await().until(() -> Files.exists(stateDirectory.resolve(SigningKeys.FILE_NAME)));
        cluster.keys = new KeyDocument.Unavailable("away");
        cluster.tokens = Verdict.UNAVAILABLE;

        assertThat(authenticate(tokens(), token())).isInstanceOf(Authentication.Known.class);
    }

    @Test
    void whileTheApiServerIsAwayATokenStillExpires() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        cluster.tokens = Verdict.UNAVAILABLE;
        authenticate(tokens, token);
        wallMillis.addAndGet(3_600_000);

        assertRefused(tokens, token, Reason.CREDENTIALS_INVALID);
    }

    @Test
    void damagedKeysOnDiskAreIgnoredAndFetchedAnew() throws Exception {
        Files.writeString(stateDirectory.resolve(SigningKeys.FILE_NAME), "{\"issuer\": 7}");

        assertThat(authenticate(withKeys(), token())).isInstanceOf(Authentication.Known.class);
    }

    @Test
    void aReviewThatNeverEndsHoldsACallerForItsDeadlineOnly() throws Exception {
        cluster.answersAfter = new CountDownLatch(1);
        try {
            Authentication answer = stage(withKeys(), token()).get(20, TimeUnit.SECONDS);

            assertThat(answer).isInstanceOf(Authentication.Known.class);
            assertThat(cluster.reviews).hasValue(1);
        } finally {
            cluster.answersAfter.countDown();
        }
    }

    @Test
    void aReviewedTokenIsNotReviewedAgainWhileItIsFresh() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        authenticate(tokens, token);
        bootNanos.addAndGet(44 * SECOND);

        authenticate(tokens, token);

        assertThat(cluster.reviews).hasValue(1);
    }

    @Test
    void anAgeingAnswerIsRefreshedBesideTheRequest() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        authenticate(tokens, token);
        bootNanos.addAndGet(50 * SECOND);
        cluster.answersAfter = new CountDownLatch(1);

        assertThat(stage(tokens, token)).as("nobody waits").isDone();
        cluster.answersAfter.countDown();
        await().until(() -> cluster.reviews.get() == 2);
    }

    @Test
    void aTokenWhosePodIsGoneIsRefusedOnceTheAnswerIsNoLongerFresh() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        authenticate(tokens, token);
        cluster.tokens = Verdict.NO;
        bootNanos.addAndGet(61 * SECOND);

        assertRefused(tokens, token, Reason.CREDENTIALS_INVALID);
    }

    @Test
    void aRefusalOfTheApiServerIsRemembered() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        cluster.tokens = Verdict.NO;
        authenticate(tokens, token);
        authenticate(tokens, token);

        assertRefused(tokens, token, Reason.CREDENTIALS_INVALID);
        assertThat(cluster.reviews).hasValue(1);
    }

    @Test
    void aRefusalOutlivesTheApiServer() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        cluster.tokens = Verdict.NO;
        authenticate(tokens, token);
        cluster.tokens = Verdict.UNAVAILABLE;
        bootNanos.addAndGet(61 * SECOND);

        assertRefused(tokens, token, Reason.CREDENTIALS_INVALID);
    }

    @Test
    void callersOfOneTokenShareOneReview() {
        ServiceAccountTokens tokens = withKeys();
        String token = token();
        cluster.answersAfter = new CountDownLatch(1);
        List<CompletableFuture<Authentication>> answers = new ArrayList<>();
        for (int caller = 0; caller < 20; caller++) {
            answers.add(stage(tokens, token));
        }
        cluster.answersAfter.countDown();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isInstanceOf(Authentication.Known.class));
        assertThat(cluster.reviews).hasValue(1);
    }

    @Test
    void reviewsAtOnceAreBounded() {
        ServiceAccountTokens tokens = withKeys();
        cluster.answersAfter = new CountDownLatch(1);
        List<CompletableFuture<Authentication>> answers = new ArrayList<>();
        for (int pod = 0; pod < 40; pod++) {
            String id = "t-" + pod;
            answers.add(stage(tokens, token(builder -> builder.jwtID(id))));
        }
        await().until(() -> cluster.reviewsAtOnce.get() == ClusterCalls.MAX_CONCURRENT);
        cluster.answersAfter.countDown();
        answers.forEach(CompletableFuture::join);

        assertThat(cluster.mostReviewsAtOnce).hasValueLessThanOrEqualTo(ClusterCalls.MAX_CONCURRENT);
    }

    @Test
    void whatIsRememberedIsBounded() {
        BoundedMap<Integer, String> map = new BoundedMap<>(3);
        for (int key = 0; key < 100; key++) {
            map.put(key, "x");
            map.get(0);
        }

        assertThat(map.size()).isEqualTo(3);
        assertThat(map.get(0)).as("used last").isEqualTo("x");
    }

    @Test
    void refusedTokensTakeTheirPlaceAmongRefusalsOnly() {
        ServiceAccountTokens tokens = withKeys();
        authenticate(tokens, token());
        authenticate(tokens, sign(OTHER_KEY, KEY.getKeyID(), claims("node-1").build()));

        assertThat(tokens.rememberedTokens()).isEqualTo(1);
        assertThat(tokens.rememberedRefusals()).isEqualTo(1);
    }

    @Test
    void theSameTokenOnOneConnectionGivesTheVerySameAnswer() {
        ServiceAccountTokens tokens = withKeys();
        Authenticator connection = tokens.forConnection();
        String token = token();
        Authentication first = authenticate(connection, token);

        assertThat(authenticate(connection, new String(token.toCharArray()))).isSameAs(first);
    }

    @Test
    void anotherTokenOnTheSameConnectionIsItsOwnCaller() {
        Authenticator connection = withKeys().forConnection();
        authenticate(connection, token());

        assertRefused(
                connection, sign(OTHER_KEY, KEY.getKeyID(), claims("node-1").build()), Reason.CREDENTIALS_INVALID);
    }

    @Test
    void aConnectionDoesNotOutliveItsTokensExpiry() {
        Authenticator connection = withKeys().forConnection();
        String token = token();
        authenticate(connection, token);
        wallMillis.addAndGet(3_600_000);

        assertRefused(connection, token, Reason.CREDENTIALS_INVALID);
    }

    private void assertInvalid(String token) {
        assertRefused(withKeys(), token, Reason.CREDENTIALS_INVALID);
        assertThat(cluster.reviews).hasValue(0);
    }

    private static void assertRefused(
            Authenticator authenticator, @org.jspecify.annotations.Nullable String token, Reason reason) {
        assertThat(authenticate(authenticator, token)).isEqualTo(new Authentication.Refused(reason));
    }

    private ServiceAccountTokens withKeys() {
        return withKeys(Administrators.inCluster(Set.of(), cluster, calls, bootNanos::get));
    }

    private ServiceAccountTokens withKeys(Administrators administrators) {
        cluster.keys = published(KEY);
        return tokens(administrators);
    }

    private ServiceAccountTokens tokens() {
        return tokens(Administrators.configured(Set.of()));
    }

    private ServiceAccountTokens tokens(Administrators administrators) {
        SigningKeys keys = new SigningKeys(stateDirectory, cluster, calls, bootNanos::get);
        keys.refresh().toCompletableFuture().join();
        return new ServiceAccountTokens(
                "node-1", keys, cluster, calls, administrators, bootNanos::get, wallMillis::get);
    }

    private static CompletableFuture<Authentication> stage(
            Authenticator authenticator, @org.jspecify.annotations.Nullable String token) {
        return authenticator.authenticate(new Credentials(token, null, -1)).toCompletableFuture();
    }

    private static Authentication authenticate(
            Authenticator authenticator, @org.jspecify.annotations.Nullable String token) {
        return stage(authenticator, token).join();
    }
}
