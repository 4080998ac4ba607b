package dev.headgate.admission;

import dev.headgate.policy.CellClassName;
import java.util.Map;

/** What is known of the load of the node at the moment of a decision. Everything but a good observation fails closed. */
public sealed interface NodeLoad {

    /** Nothing was observed yet, or the source is broken. */
    record Unavailable() implements NodeLoad {}

    /** The last observation was malformed, from the future, or out of order; it stays so until a good one comes. */
    record Invalid() implements NodeLoad {}

    /**
     * A well-formed observation.
     *
     * @param observedBootNanos boot-time clock at its receipt (design page 14, "Clocks")
     * @param cpuPerMille CPU pressure, 0 to 1000
     * @param memoryPerMille memory pressure, 0 to 1000
     * @param cells what was observed of cell classes; may be empty
     */
    record Observed(long observedBootNanos, int cpuPerMille, int memoryPerMille, Map<CellClassName, CellLoad> cells)
            implements NodeLoad {
        public Observed {
            cells = Map.copyOf(cells);
        }
    }

    /**
     * What was observed of one cell class.
     *
     * @param queueDelayMillis observed delay of its queue, 0 or more
     * @param usableParallelism usable cells, 0 or more; never raises what the policy configures
     */
    record CellLoad(long queueDelayMillis, int usableParallelism) {
        public CellLoad {
            if (queueDelayMillis < 0 || usableParallelism < 0) {
                throw new IllegalArgumentException("an observation is well formed before it is used");
            }
        }
    }
}
