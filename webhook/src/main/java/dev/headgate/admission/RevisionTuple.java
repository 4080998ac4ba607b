package dev.headgate.admission;

/**
 * The full name of a revision on one pin. Presented again, every part must equal what the pin holds; nothing is
 * re-selected (design page 6).
 *
 * @param generation of the policy that resolved it
 * @param digest of that generation's snapshot
 */
public record RevisionTuple(
        String tenant,
        String service,
        String route,
        String contract,
        String function,
        String revision,
        String release,
        long generation,
        String digest) {}
