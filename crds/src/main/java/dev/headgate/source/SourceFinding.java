package dev.headgate.source;

/**
 * Something wrong in a file.
 *
 * @param file as it was given
 * @param line from 1; 0 if the whole file is meant
 * @param path the field, such as {@code spec.tenants[acme].maxPriority}; empty if the whole document is meant
 * @param rule the rule that it breaks, in words
 * @param advice what to do
 */
public record SourceFinding(String file, int line, String path, String rule, String advice) {
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : path + ": ") + rule + "; " + advice;
    }
}
