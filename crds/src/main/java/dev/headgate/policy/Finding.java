package dev.headgate.policy;

/**
 * Something wrong with a resource, said so that its author can act on it.
 *
 * @param path the field, as {@code spec.tenants[acme].maxPriority}; list-maps by key, other lists by index
 * @param rule the rule that it breaks, in words
 * @param advice what to do
 */
public record Finding(String path, String rule, String advice) {
    @Override
    public String toString() {
        return path + ": " + rule + "; " + advice;
    }
}
