package dev.headgate.ledger;

/**
 * What an executor says of the end of its work (design page 3). Evidence for the owner: what a permit held is given back whole,
 * whatever was used.
 *
 * @param outcome how it ended
 * @param retryable whether running it again could help, as the executor sees it
 * @param usedCpuFuel CPU fuel it used, 0 or more, or {@link #UNKNOWN}
 * @param usedMemoryBytes the most memory it held, 0 or more, or {@link #UNKNOWN}
 */
public record Completion(Outcome outcome, boolean retryable, long usedCpuFuel, long usedMemoryBytes) {
    /** An amount that the executor does not tell. */
    public static final long UNKNOWN = -1;

    public Completion {
        if (usedCpuFuel < UNKNOWN || usedMemoryBytes < UNKNOWN) {
            throw new IllegalArgumentException("an amount used is not negative");
        }
    }

    /** An end of which only the outcome is told. */
    public static Completion of(Outcome outcome) {
        return new Completion(outcome, false, UNKNOWN, UNKNOWN);
    }
}
