package dev.headgate.ledger;

/** Whether every scope of a decision has room for one more permit. */
public sealed interface Room {

    /** All have. */
    enum Free implements Room {
        FREE
    }

    /**
     * One has not; it is the first, in the order of design page 2, step 15d.
     *
     * @param scope the kind of that scope
     * @param dimension what it lacks
     * @param everFits whether an empty scope would have room; false where the demand alone is above the whole limit
     */
    record Full(ScopeKind scope, Dimension dimension, boolean everFits) implements Room {}
}
