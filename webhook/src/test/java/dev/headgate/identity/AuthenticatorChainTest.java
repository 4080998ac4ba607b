package dev.headgate.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.identity.AuthenticatorChain.Method;
import dev.headgate.identity.AuthenticatorChain.Shown;
import dev.headgate.policy.Subject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticatorChainTest {
    private static final Authentication ALICE = known(new Subject.User("alice"));
    private static final Authentication BOB = known(new Subject.User("bob"));

    @Test
    void theFirstMethodThatKnowsTheCallerDecides() {
        assertThat(chain(bearer(refused(Reason.CREDENTIALS_MISSING)), certificate(ALICE), peer(BOB)))
                .isEqualTo(ALICE);
    }

    @Test
    void whoShowsNothingHasCredentialsMissing() {
        assertThat(chain(bearer(refused(Reason.CREDENTIALS_MISSING)), peer(refused(Reason.CREDENTIALS_MISSING))))
                .isEqualTo(refused(Reason.CREDENTIALS_MISSING));
    }

    @Test
    void aChainOfNoMethodsKnowsNobody() {
        assertThat(chain()).isEqualTo(refused(Reason.CREDENTIALS_MISSING));
    }

    @Test
    void aSecondMethodForTokensMayKnowWhatTheFirstRefused() {
        assertThat(chain(bearer(refused(Reason.CREDENTIALS_INVALID)), bearer(ALICE)))
                .isEqualTo(ALICE);
    }

    @Test
    void aRefusedTokenIsNotMadeGoodByTheCertificateOfAProxy() {
        assertThat(chain(bearer(refused(Reason.CREDENTIALS_INVALID)), certificate(ALICE)))
                .isEqualTo(refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void anIdentityThatCannotBeCheckedIsNotCalledInvalidByTheNextMethod() {
        assertThat(chain(bearer(refused(Reason.IDENTITY_UNAVAILABLE)), bearer(refused(Reason.CREDENTIALS_INVALID))))
                .isEqualTo(refused(Reason.IDENTITY_UNAVAILABLE));
    }

    @Test
    void aTokenOfAnotherNodeEndsTheChain() {
        assertThat(chain(bearer(refused(Reason.WRONG_NODE)), bearer(ALICE))).isEqualTo(refused(Reason.WRONG_NODE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"system:anonymous", "system:unauthenticated"})
    void nobodyIsAnonymousWhateverTheMethodSays(String name) {
        assertThat(chain(certificate(known(new Subject.User(name))))).isEqualTo(refused(Reason.CREDENTIALS_INVALID));
        assertThat(chain(peer(known(new Subject.UnixUser(name))))).isEqualTo(refused(Reason.CREDENTIALS_INVALID));
        assertThat(chain(bearer(known(new Subject.StaticToken(name))))).isEqualTo(refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void anAnswerThatComesLaterGoesOnInOrder() {
        CompletableFuture<Authentication> later = new CompletableFuture<>();
        AuthenticatorChain chain =
                new AuthenticatorChain(List.of(new Method(Shown.BEARER_TOKEN, _ -> later), bearer(BOB)));
        CompletableFuture<Authentication> answer =
                chain.authenticate(new Credentials("t", null, -1)).toCompletableFuture();
        assertThat(answer).isNotDone();

        later.completeOnTimeout(refused(Reason.CREDENTIALS_INVALID), 1, TimeUnit.MILLISECONDS);

        assertThat(answer.join()).isEqualTo(BOB);
    }

    private static Authentication chain(Method... methods) {
        return new AuthenticatorChain(List.of(methods))
                .authenticate(new Credentials("t", null, -1))
                .toCompletableFuture()
                .join();
    }

    private static Method bearer(Authentication answer) {
        return new Method(Shown.BEARER_TOKEN, _ -> CompletableFuture.completedFuture(answer));
    }

    private static Method certificate(Authentication answer) {
        return new Method(Shown.CERTIFICATE, _ -> CompletableFuture.completedFuture(answer));
    }

    private static Method peer(Authentication answer) {
        return new Method(Shown.UNIX_PEER, _ -> CompletableFuture.completedFuture(answer));
    }

    private static Authentication known(Subject subject) {
        return new Authentication.Known(new Caller(subject, false, Map.of()));
    }

    private static Authentication refused(Reason reason) {
        return new Authentication.Refused(reason);
    }
}
