package dev.headgate.ledger;

/**
 * The name under which a caller may repeat one admission (design page 3, "Identity, retries, fencing"). It counts within the
 * authenticated principal.
 *
 * @param key as the caller chose it
 * @param fingerprintHigh first half of a 128-bit digest of what was asked; the same key with another is a conflict
 * @param fingerprintLow its second half
 */
public record IdempotencyKey(String key, long fingerprintHigh, long fingerprintLow) {

    boolean sameRequest(IdempotencyKey other) {
        return fingerprintHigh == other.fingerprintHigh && fingerprintLow == other.fingerprintLow;
    }
}
