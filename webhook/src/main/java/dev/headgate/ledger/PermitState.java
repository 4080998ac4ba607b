package dev.headgate.ledger;

/** Where a permit is in its life (design page 3). */
public enum PermitState {
    QUEUED("Queued"),
    EXECUTING("Executing"),
    /** Started, and nobody knows whether it still runs: it holds what it held. */
    UNCERTAIN("Uncertain"),
    SETTLED("Settled");

    private final String spelling;

    PermitState(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers and metrics. */
    public String spelling() {
        return spelling;
    }
}
