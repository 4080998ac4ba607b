package dev.headgate.http;

import org.jspecify.annotations.Nullable;

/** Media types of answers, and whether a caller accepts them (RFC 9110, section 12.5.1). */
enum Media {
    JSON("application", "application/json", "application/json"),
    PROBLEM("application", "application/problem+json", "application/problem+json"),
    YAML("application", "application/yaml", "application/yaml"),
    MARKDOWN("text", "text/markdown", "text/markdown; charset=utf-8"),
    TEXT("text", "text/plain", "text/plain; version=0.0.4; charset=utf-8");

    private final String anyOfType;
    private final String essence;
    private final String contentType;

    Media(String type, String essence, String contentType) {
        this.anyOfType = type + "/*";
        this.essence = essence;
        this.contentType = contentType;
    }

    /** The value of {@code Content-Type}. */
    String contentType() {
        return contentType;
    }

    /**
     * Whether a caller takes it.
     *
     * @param accept the value of {@code Accept}, or null where there is none
     */
    boolean acceptedBy(@Nullable String accept) {
        if (accept == null || accept.equals("*/*") || accept.equals(essence)) {
            return true;
        }
        int bestSpecificity = -1;
        boolean accepted = false;
        for (String element : accept.split(",", -1)) {
            String[] parameters = element.split(";", -1);
            int specificity = specificity(parameters[0].strip());
            if (specificity > bestSpecificity) {
                bestSpecificity = specificity;
                accepted = !isRefused(parameters);
            }
        }
        return accepted;
    }

    private int specificity(String range) {
        if (range.equalsIgnoreCase(essence)) {
            return 2;
        }
        if (range.equalsIgnoreCase(anyOfType)) {
            return 1;
        }
        return range.equals("*/*") ? 0 : -1;
    }

    private static boolean isRefused(String[] parameters) {
        for (int i = 1; i < parameters.length; i++) {
            String parameter = parameters[i].strip();
            if (parameter.equals("q=0") || parameter.matches("[qQ]=0\\.0{0,3}")) {
                return true;
            }
        }
        return false;
    }
}
