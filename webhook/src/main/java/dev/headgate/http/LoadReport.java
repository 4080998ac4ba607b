package dev.headgate.http;

import dev.headgate.admission.NodeLoad.CellLoad;
import dev.headgate.policy.CellClassName;
import java.util.Map;

/**
 * What a reporter observed of the load of this node, parsed and well formed (design page 6, "Load reports").
 *
 * @param instance of the reporter; a new one starts its order anew
 * @param sequence rises with each report of an instance
 * @param observedAtUnixMillis the reporter's wall clock at the observation
 * @param cpuPerMille CPU pressure, 0 to 1000
 * @param memoryPerMille memory pressure, 0 to 1000
 * @param cells what was observed of cell classes; may be empty
 */
public record LoadReport(
        String instance,
        long sequence,
        long observedAtUnixMillis,
        int cpuPerMille,
        int memoryPerMille,
        Map<CellClassName, CellLoad> cells) {
    public LoadReport {
        cells = Map.copyOf(cells);
    }
}
