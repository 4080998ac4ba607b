package dev.headgate.source;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known name that a mistyped one most likely means. */
final class Nearest {
    private Nearest() {}

    static Optional<String> of(String typed, Collection<String> known) {
        if (typed.length() > 64) {
            return Optional.empty();
        }
        return known.stream()
                .filter(name -> distance(typed, name) <= Math.max(1, name.length() / 4))
                .min(Comparator.<String>comparingInt(name -> distance(typed, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Insertions, deletions and exchanges of one character, without regard to case. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
                int exchanged = diagonal + (same ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(exchanged, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
