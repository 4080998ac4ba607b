package dev.headgate.ledger;

/** How completed work ended, as its executor says (design page 3). */
public enum Outcome {
    SUCCEEDED("Succeeded"),
    DECLARED_ERROR("DeclaredError"),
    TRAP("Trap"),
    DEADLINE_EXCEEDED("DeadlineExceeded"),
    FUEL_EXHAUSTED("FuelExhausted"),
    PLATFORM_FAILURE("PlatformFailure"),
    CANCELLED("Cancelled"),
    TERMINATED("Terminated"),
    /** The work is over as far as its executor knows, but its cleanup is not: releases nothing. */
    UNCERTAIN("Uncertain");

    private final String spelling;

    Outcome(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in requests and answers. */
    public String spelling() {
        return spelling;
    }
}
