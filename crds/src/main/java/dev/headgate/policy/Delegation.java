package dev.headgate.policy;

/** Whether a subject may name somebody else as the one it works for. */
public enum Delegation {
    /** It may not. */
    NONE,
    /** It may send {@code onBehalfOf}. */
    ON_BEHALF_OF
}
