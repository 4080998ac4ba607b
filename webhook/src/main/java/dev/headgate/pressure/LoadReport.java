package dev.headgate.pressure;

import dev.headgate.policy.CellClassName;
import java.util.Map;

/**
 * An observation of node load by a trusted agent ({@code PUT /v1/load}), parsed and not yet judged.
 *
 * @param instance names one life of the reporter's process; a new one starts its own sequence (design page 14, "Clocks")
 * @param sequence rises with each report of an instance
 * @param observedUnixMillis the reporter's wall clock at the observation
 * @param cpuPerMille 0 to 1000
 * @param memoryPerMille 0 to 1000
 * @param cells what was observed of cell classes; may be empty
 */
public record LoadReport(
        String instance,
        long sequence,
        long observedUnixMillis,
        int cpuPerMille,
        int memoryPerMille,
        Map<CellClassName, Cell> cells) {
    public LoadReport {
        cells = Map.copyOf(cells);
    }

    /**
     * What was observed of one cell class.
     *
     * @param queueDelayMillis 0 or more
     * @param usableParallelism 0 or more
     */
    public record Cell(long queueDelayMillis, int usableParallelism) {}
}
