package dev.headgate.ledger;

/** The kinds of things that have limits, in the order in which a decision checks them (design page 2, step 15d). */
public enum ScopeKind {
    NODE("node"),
    TENANT("tenant"),
    TRUST_CLASS("trust-class"),
    QUEUE_CLASS("queue-class"),
    CELL_CLASS("cell-class"),
    PRINCIPAL("principal");

    private final String spelling;

    ScopeKind(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers and metrics. */
    public String spelling() {
        return spelling;
    }
}
