package dev.headgate.ledger;

import dev.headgate.policy.HeldLimits;

/**
 * A scope and what the pin of one decision allows it. The ledger keeps no limits of its own: they come in with each decision
 * (design page 2, "Ledger").
 *
 * @param key which scope
 * @param limits {@link HeldLimits#NONE} where the scope declares none; its use is counted all the same
 */
public record ScopeLimits(ScopeKey key, HeldLimits limits) {}
