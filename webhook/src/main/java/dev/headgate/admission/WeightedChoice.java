package dev.headgate.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one of several weighted revisions by a key: weighted rendezvous hashing in integers alone, so that every machine
 * chooses the same, for ever. Part of the contract (docs/decision.md).
 *
 * <p>Each revision draws {@code u}, a 64-bit number that depends on the key and on its own name only, and the one with the
 * least {@code -log2(u / 2^64) / weight} is chosen. A draw of the exponential distribution with rate {@code weight} is least
 * with a probability in proportion to the weight (Efraimidis and Spirakis, "Weighted random sampling with a reservoir",
 * 2006), and changing one weight moves keys only to or from that revision.
 *
 * <p>{@code u = mix(fnv(key) + mix(fnv(name)))}, where {@code fnv} is FNV-1a over UTF-8 with the 64-bit constants and
 * {@code mix} the 64-bit finalizer of MurmurHash3. The logarithm is fixed-point with 32 fractional bits: a table of 4,097
 * values, and between them a straight line.
 */
final class WeightedChoice {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final int TABLE_BITS = 12;
    private static final int FRACTION_BITS = 32;
    /** {@code log2(1 + i / 4096)} in units of 2^-32. */
    private static final long[] LOG2 = logarithms();

    private WeightedChoice() {}

    /** What of a revision's name goes into its draws. */
    static long seed(String name) {
        return mix(fnv(name));
    }

    /** The revision the key chooses; null where every weight is zero. Of equal draws the earlier in the list is chosen. */
    static @Nullable PinnedRouteRevision choose(List<PinnedRouteRevision> revisions, String key) {
        PinnedRouteRevision best = null;
        long bestCost = 0;
        long keyHash = fnv(key);
        for (int at = 0; at < revisions.size(); at++) {
            PinnedRouteRevision candidate = revisions.get(at);
            if (candidate.weight() <= 0) {
                continue;
            }
            long cost = negativeLog2(mix(keyHash + candidate.seed()));
            // cost / weight < bestCost / best.weight, without a division: cost < 2^39 and weight ≤ 2^20.
            if (best == null || cost * best.weight() < bestCost * candidate.weight()) {
                best = candidate;
                bestCost = cost;
            }
        }
        return best;
    }

    /** {@code -log2(u / 2^64)} of an unsigned {@code u}, in units of 2^-32; of zero as of one. */
    static long negativeLog2(long u) {
        long draw = u == 0 ? 1 : u;
        int leadingZeros = Long.numberOfLeadingZeros(draw);
        // The bits after the leading one: 12 choose the line, the next 32 say how far along it.
        long mantissa = draw << leadingZeros << 1;
        int line = (int) (mantissa >>> (64 - TABLE_BITS));
        long along = (mantissa << TABLE_BITS) >>> (64 - FRACTION_BITS);
        long log2 = LOG2[line] + (((LOG2[line + 1] - LOG2[line]) * along) >>> FRACTION_BITS);
        return ((long) (leadingZeros + 1) << FRACTION_BITS) - log2;
    }

    private static long[] logarithms() {
        int lines = 1 << TABLE_BITS;
        long[] table = new long[lines + 1];
        for (int i = 0; i < lines; i++) {
            table[i] = log2((1L << 62) + ((long) i << (62 - TABLE_BITS)));
        }
        table[lines] = 1L << FRACTION_BITS;
        return table;
    }

    /** The logarithm of {@code x / 2^62}, with x from 2^62 up to 2^63, bit by bit: squaring doubles a logarithm. */
    private static long log2(long x) {
        long value = x;
        long result = 0;
        for (int bit = 0; bit < FRACTION_BITS; bit++) {
            // value² / 2^62, below 2^64: read as unsigned.
            long square = (Math.multiplyHigh(value, value) << 2) | ((value * value) >>> 62);
            result <<= 1;
            if (square < 0) {
                result |= 1;
                square >>>= 1;
            }
            value = square;
        }
        return result;
    }

    private static long mix(long hash) {
        long mixed = hash;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    private static long fnv(String text) {
        long hash = FNV_OFFSET;
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            if (codePoint < 0x80) {
                hash = (hash ^ codePoint) * FNV_PRIME;
            } else if (codePoint < 0x800) {
                hash = (hash ^ (0xc0 | (codePoint >> 6))) * FNV_PRIME;
                hash = (hash ^ (0x80 | (codePoint & 0x3f))) * FNV_PRIME;
            } else if (codePoint < 0x10000) {
                hash = (hash ^ (0xe0 | (codePoint >> 12))) * FNV_PRIME;
                hash = (hash ^ (0x80 | ((codePoint >> 6) & 0x3f))) * FNV_PRIME;
                hash = (hash ^ (0x80 | (codePoint & 0x3f))) * FNV_PRIME;
            } else {
                hash = (hash ^ (0xf0 | (codePoint >> 18))) * FNV_PRIME;
                hash = (hash ^ (0x80 | ((codePoint >> 12) & 0x3f))) * FNV_PRIME;
                hash = (hash ^ (0x80 | ((codePoint >> 6) & 0x3f))) * FNV_PRIME;
                hash = (hash ^ (0x80 | (codePoint & 0x3f))) * FNV_PRIME;
            }
        }
        return hash;
    }
}
