package dev.headgate.ledger;

/**
 * A sign of life of executing work.
 *
 * @param fencingToken the one that start returned
 * @param sequence one more than that of the renewal before, starting at 1; the same again repeats the answer, a lower one is
 *     stale, and a gap is accepted because a lost renewal only makes doubt
 */
public record Renewal(long fencingToken, long sequence) {}
