package dev.headgate.ledger;

/** Why nobody knows whether the work of a permit still runs. */
public enum Doubt {
    /** Its executor did not renew in time. */
    LEASE_MISSED("LeaseMissed"),
    /** Its executor said that it does not know. */
    REPORTED("Reported");

    private final String spelling;

    Doubt(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in answers. */
    public String spelling() {
        return spelling;
    }
}
