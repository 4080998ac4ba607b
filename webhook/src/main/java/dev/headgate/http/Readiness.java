package dev.headgate.http;

import java.util.List;

/**
 * What this node needs before it can admit anything: a pin, a load source, and whatever the composition adds. The names are
 * fixed for the life of the process; they are label values of {@code headgate_ready} (design page 13, "Metrics").
 */
@FunctionalInterface
public interface Readiness {

    /** Every check, in an order that does not change; asked for by probes and scrapes, so it must not block. */
    List<Check> checks();

    /**
     * One thing the node needs.
     *
     * @param name in lower case, such as {@code pin}
     * @param ok whether it is there
     * @param missing what is missing, in words for an operator; empty where {@code ok}
     */
    record Check(String name, boolean ok, String missing) {
        public Check {
            if (ok != missing.isEmpty()) {
                throw new IllegalArgumentException("a check says what is missing exactly when something is");
            }
        }

        /** A check that holds. */
        public static Check ok(String name) {
            return new Check(name, true, "");
        }

        /** A check that does not hold. */
        public static Check missing(String name, String what) {
            return new Check(name, false, what);
        }
    }
}
