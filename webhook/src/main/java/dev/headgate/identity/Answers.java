package dev.headgate.identity;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.policy.Subject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The answers that need nobody else, made once. */
final class Answers {
    static final CompletionStage<Authentication> MISSING = refused(Reason.CREDENTIALS_MISSING);
    static final CompletionStage<Authentication> INVALID = refused(Reason.CREDENTIALS_INVALID);
    static final CompletionStage<Authentication> UNAVAILABLE = refused(Reason.IDENTITY_UNAVAILABLE);
    static final CompletionStage<Authentication> WRONG_NODE = refused(Reason.WRONG_NODE);

    private Answers() {}

    static CompletionStage<Authentication> known(Subject subject, boolean administrator, Map<String, String> claims) {
        return CompletableFuture.completedFuture(new Authentication.Known(new Caller(subject, administrator, claims)));
    }

    private static CompletionStage<Authentication> refused(Reason reason) {
        return CompletableFuture.completedFuture(new Authentication.Refused(reason));
    }
}
