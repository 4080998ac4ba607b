package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.authority.TestingNode;
import dev.headgate.identity.Authentication;
import dev.headgate.identity.Authenticator;
import dev.headgate.identity.Credentials;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Knows four tokens, and keeps the credentials it was last shown. */
final class TestingAuthenticator implements Authenticator {
    static final String RUNTIME_TOKEN = "runtime-token";
    static final String WORKER_TOKEN = "worker-token";
    static final String BOB_TOKEN = "bob-token";
    static final String ADMIN_TOKEN = "admin-token";

    /** What every authentication waits for; done unless a test says otherwise. */
    volatile CompletableFuture<?> gate = CompletableFuture.completedFuture("open");

    volatile @Nullable Credentials shown;

    private static final Map<String, Caller> CALLERS = Map.of(
            RUNTIME_TOKEN, TestingNode.RUNTIME,
            WORKER_TOKEN, TestingNode.WORKER,
            BOB_TOKEN, TestingNode.BOB,
            ADMIN_TOKEN, TestingNode.ADMINISTRATOR);

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        shown = credentials;
        return gate.thenApply(_ -> answer(credentials));
    }

    /** The credentials that were shown last; somebody must have shown some. */
    Credentials lastShown() {
        return Objects.requireNonNull(shown);
    }

    private static Authentication answer(Credentials credentials) {
        if (credentials.unixUserId() >= 0 || credentials.certificate() != null) {
            return new Authentication.Known(TestingNode.RUNTIME);
        }
        String token = credentials.bearerToken();
        if (token == null) {
            return new Authentication.Refused(Reason.CREDENTIALS_MISSING);
        }
        if (token.equals("away")) {
            return new Authentication.Refused(Reason.IDENTITY_UNAVAILABLE);
        }
        if (token.equals("elsewhere")) {
            return new Authentication.Refused(Reason.WRONG_NODE);
        }
        if (token.equals("broken")) {
            throw new IllegalStateException("this authenticator breaks the promise never to fail");
        }
        Caller caller = CALLERS.get(token);
        return caller == null
                ? new Authentication.Refused(Reason.CREDENTIALS_INVALID)
                : new Authentication.Known(caller);
    }
}
