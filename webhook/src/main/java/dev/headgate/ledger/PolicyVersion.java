package dev.headgate.ledger;

/**
 * Which compiled policy decided.
 *
 * @param name of the policy
 * @param generation its number
 * @param digest of its snapshot
 */
public record PolicyVersion(String name, long generation, String digest) {}
