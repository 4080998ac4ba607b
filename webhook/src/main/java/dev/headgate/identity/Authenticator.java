package dev.headgate.identity;

import java.util.concurrent.CompletableFuture;

/** Says who a caller is. The endpoint's own configuration orders the methods; a policy never does (design page 2, step 3). */
public interface Authenticator {
    /** Never fails: what goes wrong is a refusal. Completes on any thread; at once where nothing has to be asked. */
    CompletableFuture<Authentication> authenticate(Credentials credentials);

    /**
     * An authenticator for the requests of one connection, in one thread at a time. It may remember what that connection
     * showed last, so that the same token again costs a comparison and no cryptography (design page 14, "Goals that must fit
     * the rules"). The answers are those of this authenticator.
     */
    default Authenticator forConnection() {
        return this;
    }
}
