package dev.headgate.fleet;

import java.util.Arrays;
import java.util.List;

/**
 * A condition, before it is known since when it holds.
 *
 * @param type such as {@code Ready}
 * @param truth whether it holds
 * @param reason one word for programs
 * @param message for people
 */
public record Verdict(String type, Truth truth, String reason, String message) {
    /** Whether a condition holds. */
    public enum Truth {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String word;

        Truth(String word) {
            this.word = word;
        }

        /** As a condition spells it. */
        public String word() {
            return word;
        }
    }

    static Verdict yes(String type, String reason, String message) {
        return new Verdict(type, Truth.TRUE, reason, message);
    }

    static Verdict no(String type, String reason, String message) {
        return new Verdict(type, Truth.FALSE, reason, message);
    }

    static Verdict unknown(String type, String reason, String message) {
        return new Verdict(type, Truth.UNKNOWN, reason, message);
    }

    /** All conditions of a kind that was just seen for the first time. */
    public static List<Verdict> pending(String... types) {
        return Arrays.stream(types)
                .map(type -> unknown(type, "Pending", "not looked at yet"))
                .toList();
    }
}
