package dev.headgate.admission;

import java.util.List;

/**
 * Step 13: some cell class of the node supports the profile; among those some are permitted by tenant and trust class; among
 * those one holds the granted memory. The smallest that does is taken.
 */
final class CellCheck {
    private CellCheck() {}

    static CellChoice of(PinnedProfile profile, long memoryBytes) {
        if (!profile.supported()) {
            return NoCell.UNSUPPORTED;
        }
        List<PinnedCell> permitted = profile.permitted();
        if (permitted.isEmpty()) {
            return NoCell.NOT_PERMITTED;
        }
        for (int at = 0; at < permitted.size(); at++) {
            if (permitted.get(at).policy().memoryBytes() >= memoryBytes) {
                return permitted.get(at);
            }
        }
        return NoCell.TOO_SMALL;
    }

    /** Why a profile has no cell class. */
    enum NoCell implements CellChoice {
        UNSUPPORTED(Step.CELL_SUPPORTS, Reason.UNSUPPORTED_EXECUTION_REQUIREMENT),
        NOT_PERMITTED(Step.CELL_PERMITTED, Reason.CELL_CLASS_NOT_AUTHORIZED),
        TOO_SMALL(Step.CELL_HOLDS, Reason.NO_COMPATIBLE_CELL);

        private final int step;
        private final Reason reason;

        NoCell(int step, Reason reason) {
            this.step = step;
            this.reason = reason;
        }

        int step() {
            return step;
        }

        Reason reason() {
            return reason;
        }
    }
}
