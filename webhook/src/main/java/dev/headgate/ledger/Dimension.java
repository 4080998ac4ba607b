package dev.headgate.ledger;

/** What a scope limits, in the order in which a decision checks it (design page 2, step 15d). All are held and given back. */
public enum Dimension {
    QUEUED("queued"),
    ACTIVE("active"),
    CPU_FUEL("cpu-fuel"),
    MEMORY_BYTES("memory-bytes");

    private final String spelling;

    Dimension(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers and metrics. */
    public String spelling() {
        return spelling;
    }
}
