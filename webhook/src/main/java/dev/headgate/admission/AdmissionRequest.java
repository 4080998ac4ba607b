package dev.headgate.admission;

import dev.headgate.ledger.IdempotencyKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request for admission, parsed and well formed, with nothing checked beyond its form (design page 6).
 *
 * @param activationId chosen by the caller; names one live permit of its tenant
 * @param tenant may be left out where the policy gives the caller just one
 * @param onBehalfOf the end user the caller works for, where it may name one
 * @param selection which revision
 * @param priority 0 or more
 * @param payloadBytes measured by the caller, 0 or more
 * @param budget what it asks for
 * @param deadlineUnixMillis absolute deadline in wall-clock milliseconds, or {@link #NO_DEADLINE}
 * @param attributes metadata; counted, and granting nothing
 * @param idempotencyKey under which it may be repeated, or null
 * @param startExecutorId who shall have started it with the grant, in one step, or null
 */
public record AdmissionRequest(
        String activationId,
        @Nullable String tenant,
        @Nullable String onBehalfOf,
        Selection selection,
        int priority,
        long payloadBytes,
        RequestedBudget budget,
        long deadlineUnixMillis,
        Map<String, String> attributes,
        @Nullable IdempotencyKey idempotencyKey,
        @Nullable String startExecutorId) {

    /** The value of {@code deadlineUnixMillis} of a request without one. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    /** The same request, which may be repeated under a key. */
    public AdmissionRequest withKey(IdempotencyKey key) {
        return new AdmissionRequest(
                activationId,
                tenant,
                onBehalfOf,
                selection,
                priority,
                payloadBytes,
                budget,
                deadlineUnixMillis,
                attributes,
                key,
                startExecutorId);
    }

    public AdmissionRequest {
        attributes = Map.copyOf(attributes);
        if (priority < 0 || payloadBytes < 0) {
            throw new IllegalArgumentException("a request is well formed before it is decided");
        }
    }
}
