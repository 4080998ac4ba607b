package dev.headgate.identity;

import dev.headgate.policy.Subject;

/** What this package asks of the API server. Calls block; {@link ClusterCalls} makes them off the event loop. */
public interface ClusterQuestions {

    /** An answer, or none. */
    enum Verdict {
        YES,
        NO,
        /** The API server could not be asked, was too slow, or answered with an error of its own. */
        UNAVAILABLE
    }

    /** The keys that the cluster signs service account tokens with. */
    sealed interface KeyDocument {
        /**
         * As the API server published it.
         *
         * @param issuer the {@code iss} of the tokens
         * @param jwks a JSON Web Key Set
         */
        record Published(String issuer, String jwks) implements KeyDocument {}

        /**
         * The API server could not be asked.
         *
         * @param why for the log
         */
        record Unavailable(String why) implements KeyDocument {}
    }

    /** The discovery document's issuer and {@code /openid/v1/jwks}. */
    KeyDocument signingKeys();

    /** TokenReview for the audience {@code headgate}: whether pod and account of this token still exist. */
    Verdict tokenStands(String token);

    /** SubjectAccessReview: whether this subject may {@code get} {@code nodepins/quota}. */
    Verdict mayReadQuota(Subject subject);
}
