package dev.headgate.admission;

import static dev.headgate.admission.Code.ADMISSION_REJECTED;
import static dev.headgate.admission.Code.ALREADY_EXISTS;
import static dev.headgate.admission.Code.FAILED_PRECONDITION;
import static dev.headgate.admission.Code.INTERNAL;
import static dev.headgate.admission.Code.INVALID_ARGUMENT;
import static dev.headgate.admission.Code.NOT_FOUND;
import static dev.headgate.admission.Code.PERMISSION_DENIED;
import static dev.headgate.admission.Code.RESOURCE_EXHAUSTED;
import static dev.headgate.admission.Code.UNAUTHENTICATED;
import static dev.headgate.admission.Code.UNAVAILABLE;

import java.util.Locale;

/**
 * Every answer that is not a yes: the closed vocabulary of design page 12. Each has a page under {@code docs/reasons/}.
 *
 * <p>A 5xx status means that this node can decide or hold for nobody; what one tenant can cause for itself is never 5xx
 * (design page 13, "HTTP").
 */
public enum Reason {
    MALFORMED_REQUEST(INVALID_ARGUMENT, 400, false),
    IDENTIFIER_EMPTY(INVALID_ARGUMENT, 400, false),
    IDENTIFIER_TOO_LONG(INVALID_ARGUMENT, 400, false),
    IDENTIFIER_MALFORMED(INVALID_ARGUMENT, 400, false),
    METADATA_ENTRIES_EXCEEDED(INVALID_ARGUMENT, 400, false),
    METADATA_BYTES_EXCEEDED(INVALID_ARGUMENT, 400, false),
    BUDGET_DIMENSION_UNSUPPORTED(INVALID_ARGUMENT, 400, false),
    FENCING_TOKEN_MISSING(INVALID_ARGUMENT, 400, false),
    TENANT_REQUIRED(INVALID_ARGUMENT, 400, false),
    CREDENTIALS_MISSING(UNAUTHENTICATED, 401, false),
    CREDENTIALS_INVALID(UNAUTHENTICATED, 401, false),
    IDENTITY_UNAVAILABLE(UNAVAILABLE, 503, true),
    WRONG_NODE(PERMISSION_DENIED, 403, false),
    PRINCIPAL_NOT_AUTHORIZED(PERMISSION_DENIED, 403, false),
    PRIORITY_NOT_AUTHORIZED(PERMISSION_DENIED, 403, false),
    TRUST_CLASS_NOT_AUTHORIZED(PERMISSION_DENIED, 403, false),
    CELL_CLASS_NOT_AUTHORIZED(PERMISSION_DENIED, 403, false),
    ADMINISTRATOR_REQUIRED(PERMISSION_DENIED, 403, false),
    PERMIT_NOT_FOUND(NOT_FOUND, 404, false),
    ACTIVATION_ID_UNAVAILABLE(ALREADY_EXISTS, 409, false),
    IDEMPOTENCY_KEY_CONFLICT(ALREADY_EXISTS, 422, false),
    PERMIT_NOT_QUEUED(FAILED_PRECONDITION, 409, false),
    PERMIT_NOT_EXECUTING(FAILED_PRECONDITION, 409, false),
    PERMIT_NOT_UNCERTAIN(FAILED_PRECONDITION, 409, false),
    PERMIT_SETTLED(FAILED_PRECONDITION, 409, false),
    PERMIT_EXPIRED(FAILED_PRECONDITION, 409, false),
    EXECUTOR_MISMATCH(FAILED_PRECONDITION, 409, false),
    RENEWAL_STALE(FAILED_PRECONDITION, 409, false),
    FENCING_TOKEN_STALE(FAILED_PRECONDITION, 409, false),
    REVISION_NOT_AVAILABLE(ADMISSION_REJECTED, 422, false),
    PLACEMENT_NOT_COMPATIBLE(ADMISSION_REJECTED, 422, false),
    UNSUPPORTED_EXECUTION_REQUIREMENT(ADMISSION_REJECTED, 422, false),
    NO_COMPATIBLE_CELL(ADMISSION_REJECTED, 422, false),
    QUEUE_DEADLINE_INFEASIBLE(ADMISSION_REJECTED, 429, true),
    PAYLOAD_TOO_LARGE(RESOURCE_EXHAUSTED, 422, false),
    BUDGET_INFEASIBLE(RESOURCE_EXHAUSTED, 422, false),
    EXCEEDS_LIMIT(RESOURCE_EXHAUSTED, 422, false),
    HISTORY_FULL(RESOURCE_EXHAUSTED, 429, true),
    CAPACITY_EXHAUSTED(RESOURCE_EXHAUSTED, 429, true),
    NODE_OVERLOADED(RESOURCE_EXHAUSTED, 429, true),
    DEADLINE_EXCEEDED(Code.DEADLINE_EXCEEDED, 422, false),
    INTERNAL_ERROR(INTERNAL, 500, false),
    POLICY_NOT_PINNED(UNAVAILABLE, 503, true),
    RECOVERING(UNAVAILABLE, 503, true),
    JOURNAL_UNAVAILABLE(UNAVAILABLE, 503, true),
    LOAD_UNAVAILABLE(UNAVAILABLE, 503, true),
    LOAD_INVALID(UNAVAILABLE, 503, true),
    LOAD_STALE(UNAVAILABLE, 503, true),
    SHUTTING_DOWN(UNAVAILABLE, 503, true);

    private final String spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final Code code;
    private final int status;
    private final boolean retryable;

    Reason(Code code, int status, boolean retryable) {
        this.code = code;
        this.status = status;
        this.retryable = retryable;
    }

    /** The reason as it stands in answers, in metrics and in the name of its page. */
    public String spelling() {
        return spelling;
    }

    /** What kind of failure it is. */
    public Code code() {
        return code;
    }

    /** The HTTP status; HTTP's own 405, 413, 414, 415, 421 and 431 stand in for that of {@link #MALFORMED_REQUEST}. */
    public int status() {
        return status;
    }

    /** Whether the same request, unchanged, may succeed later without anyone changing policy. */
    public boolean retryable() {
        return retryable;
    }
}
