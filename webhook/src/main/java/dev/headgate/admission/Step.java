package dev.headgate.admission;

import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.ScopeKind;

/** How far an execution profile got: its checks in their order, so that the furthest of several can be told. */
final class Step {
    static final int PROFILE_BUDGET = 12;
    static final int CELL_SUPPORTS = 13;
    static final int CELL_PERMITTED = 14;
    static final int CELL_HOLDS = 15;
    static final int LOAD = 16;
    static final int ACTIVATION = 17;
    static final int DEADLINE = 18;
    private static final int SCOPES = 19;
    private static final int DIMENSIONS = Dimension.values().length;
    static final int FEASIBILITY = SCOPES + ScopeKind.values().length * DIMENSIONS;

    private Step() {}

    @SuppressWarnings("EnumOrdinal") // The order of both is that of the checks (design page 2, step 15d).
    static int scope(ScopeKind scope, Dimension dimension) {
        return SCOPES + scope.ordinal() * DIMENSIONS + dimension.ordinal();
    }
}
