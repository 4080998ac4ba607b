package dev.headgate.policy;

import java.nio.charset.StandardCharsets;

/** Names must fit the bounds that requests are held to; a longer one could never be asked for. */
final class Identifiers {
    private Identifiers() {}

    static void bounded(String path, String name, int maxLength, Findings findings) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length > maxLength) {
            findings.add(
                    path,
                    "has " + length + " bytes, and the policy's identifierLimits allow " + maxLength,
                    "shorten it, or raise the limit in the policy");
        }
    }
}
