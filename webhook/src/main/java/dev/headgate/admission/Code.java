package dev.headgate.admission;

/** The platform code of a reason: what kind of failure it is (design page 12). */
public enum Code {
    INVALID_ARGUMENT("invalid-argument"),
    UNAUTHENTICATED("unauthenticated"),
    PERMISSION_DENIED("permission-denied"),
    NOT_FOUND("not-found"),
    ALREADY_EXISTS("already-exists"),
    FAILED_PRECONDITION("failed-precondition"),
    ADMISSION_REJECTED("admission-rejected"),
    RESOURCE_EXHAUSTED("resource-exhausted"),
    DEADLINE_EXCEEDED("deadline-exceeded"),
    UNAVAILABLE("unavailable"),
    INTERNAL("internal");

    private final String spelling;

    Code(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers. */
    public String spelling() {
        return spelling;
    }
}
