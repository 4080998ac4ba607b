package dev.headgate.ledger;

/**
 * Takes what changes in a ledger, in the order in which it changes (design page 14: log order is ledger order). Called within
 * the ledger's exclusion; must not block, fail or call back.
 */
@FunctionalInterface
public interface RecordSink {
    /** Takes one record. Its sequence is one more than that of the record before. */
    void append(LedgerRecord record);
}
