package dev.headgate.ledger;

/** Why a permit is settled. */
public enum SettlementCause {
    /** Its executor or owner said that the work has ended. */
    COMPLETED("Completed"),
    /** It was cancelled before it started. */
    CANCELLED("Cancelled"),
    /** It was not started in time. */
    EXPIRED("Expired"),
    /** An administrator said that the work has stopped. */
    TERMINATED("Terminated"),
    /** What bounds its execution from outside has ended it for certain. */
    BOUND_PASSED("BoundPassed");

    private final String spelling;

    SettlementCause(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers and metrics. */
    public String spelling() {
        return spelling;
    }
}
