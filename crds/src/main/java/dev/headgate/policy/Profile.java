package dev.headgate.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way of executing a revision (design page 3, "Executable profiles"). Every field of the profile that is chosen is an
 * obligation of the permit.
 *
 * @param name unique in the revision
 * @param cpuFuelCeiling ceiling of CPU fuel of this profile, or {@link HeldLimits#NONE}
 * @param memoryBytesCeiling ceiling of memory of this profile, or {@link HeldLimits#NONE}
 * @param backend what executes it
 * @param threadingModel the threading it needs
 * @param stateModel the state it keeps
 * @param features sorted; what it needs of a cell
 * @param maxCallDepth the call depth it needs, at least 1
 * @param cellClasses the cell classes it may use, in the fixed order; at least one
 * @param route where the runtime must send it
 * @param outputContract what its output must conform to
 * @param executionBound what ends its work from outside, and when at the latest
 */
public record Profile(
        String name,
        long cpuFuelCeiling,
        long memoryBytesCeiling,
        Backend backend,
        ThreadingModel threadingModel,
        StateModel stateModel,
        List<String> features,
        int maxCallDepth,
        List<CellClassName> cellClasses,
        @Nullable String route,
        @Nullable String outputContract,
        ExecutionBound executionBound) {
    public Profile {
        features = List.copyOf(features);
        cellClasses = List.copyOf(cellClasses);
    }
}
