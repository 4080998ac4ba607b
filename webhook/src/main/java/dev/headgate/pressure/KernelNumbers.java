package dev.headgate.pressure;

import org.jspecify.annotations.Nullable;

/** Numbers out of kernel text; what is not there or out of range is {@link Malformed}, never zero. */
final class KernelNumbers {
    private KernelNumbers() {}

    /** A non-negative decimal number that is the whole of a text. */
    static long of(String text) throws Malformed {
        String digits = text.strip();
        try {
            long value = Long.parseLong(digits);
            if (value < 0) {
                throw new Malformed("a negative number");
            }
            return value;
        } catch (NumberFormatException _) {
            throw new Malformed("no number, or one out of range");
        }
    }

    /** The number after a key at the start of a line, or null where no line has the key. */
    static @Nullable Long keyed(String text, String key) throws Malformed {
        for (String line : text.split("\n", -1)) {
            String[] words = line.strip().split("[ :\t]+", -1);
            if (words.length >= 2 && words[0].equals(key)) {
                return of(words[1]);
            }
        }
        return null;
    }

    /** A share in per mille, rounded up so that a threshold is never reached unseen; at most 1000. */
    static int perMille(long part, long whole) throws Malformed {
        if (whole <= 0 || part < 0) {
            throw new Malformed("a share of nothing");
        }
        if (part >= whole) {
            return 1000;
        }
        long scaledPart = part;
        long scaledWhole = whole;
        // A share does not need more bits than leave room for the factor.
        while (scaledWhole > Long.MAX_VALUE / 1000) {
            scaledPart >>= 10;
            scaledWhole >>= 10;
        }
        return (int) Math.ceilDiv(scaledPart * 1000, scaledWhole);
    }
}
