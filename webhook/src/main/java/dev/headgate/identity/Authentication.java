package dev.headgate.identity;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;

/** Who a caller turned out to be. */
public sealed interface Authentication {
    /** Somebody. */
    record Known(Caller caller) implements Authentication {}

    /**
     * Nobody that may speak here: {@code credentials-missing}, {@code credentials-invalid}, {@code identity-unavailable} or
     * {@code wrong-node}.
     */
    record Refused(Reason reason) implements Authentication {}
}
