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
     * @param kernelBoot names the kernel boot whose clock its times are readings of
     * @param permit as it stands after the change
     * @param key under which its admission may be repeated, if it had one
     * @param startedAs the executor that its admission started it for, if it did
     */
    record Whole(
            long sequence,
            long atBootNanos,
            long kernelBoot,
            Permit permit,
            @Nullable IdempotencyKey key,
            @Nullable String startedAs)
            implements LedgerRecord {}

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
     * A start of the process.
     *
     * @param kernelBoot names the kernel boot whose clock its time, and that of the changes after it, is a reading of
     * @param bootEpoch of the process
     */
    record Booted(long sequence, long atBootNanos, long kernelBoot, long bootEpoch) implements LedgerRecord {}
}
