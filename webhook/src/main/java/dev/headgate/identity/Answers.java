package dev.headgate.identity;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.policy.Subject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The answers that need nobody else, made once. */
final class Answers {
    static final CompletableFuture<Authentication> MISSING = refused(Reason.CREDENTIALS_MISSING);
    static final CompletableFuture<Authentication> INVALID = refused(Reason.CREDENTIALS_INVALID);
    static final CompletableFuture<Authentication> UNAVAILABLE = refused(Reason.IDENTITY_UNAVAILABLE);
    static final CompletableFuture<Authentication> WRONG_NODE = refused(Reason.WRONG_NODE);

    private Answers() {}

    static CompletableFuture<Authentication> known(Subject subject, boolean administrator, Map<String, String> claims) {
        return CompletableFuture.completedFuture(new Authentication.Known(new Caller(subject, administrator, claims)));
    }

    private static CompletableFuture<Authentication> refused(Reason reason) {
        return CompletableFuture.completedFuture(new Authentication.Refused(reason));
    }
}
