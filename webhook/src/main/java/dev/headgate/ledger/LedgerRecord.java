package dev.headgate.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a ledger, as the journal keeps it. Counters are in none of them: replaying recomputes them from the permits,
 * so no policy is needed and no sum can go stale (design page 14).
 */
public sealed interface LedgerRecord {

    /** Its place in the order of all changes of this ledger; rises by one. */
    long sequence();

    /** Boot-time clock at the change. */
    long atBootNanos();

    /**
     * Everything about one permit: made at its grant, and again when older records shall go.
     *
     * @param permit as it stands after the change
     * @param key under which its admission may be repeated, if it had one
     * @param startedAs the executor that its admission started it for, if it did
     */
    record Whole(
            long sequence,
            long atBootNanos,
            Permit permit,
            @Nullable IdempotencyKey key,
            @Nullable String startedAs) implements LedgerRecord {}

    /**
     * New states of permits whose grants an earlier record holds.
     *
     * @param permits at least one; of those decoded, the ones whose grant is known
     */
    record Changed(long sequence, long atBootNanos, List<Permit> permits) implements LedgerRecord {
        public Changed {
            permits = List.copyOf(permits);
        }
    }

    /**
     * A start of the process. Times of the records after it are readings of the clocks of this kernel boot.
     *
     * @param bootEpoch of the process
     * @param kernelBootId of the machine
     * @param unixMillis wall clock at the start
     */
    record Booted(long sequence, long atBootNanos, long bootEpoch, String kernelBootId, long unixMillis)
            implements LedgerRecord {}
}
