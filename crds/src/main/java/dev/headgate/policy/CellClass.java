package dev.headgate.policy;

import java.util.List;

/**
 * What one class of execution cells of the node can do.
 *
 * @param name which class
 * @param memoryBytes memory of one cell in bytes, at least 1
 * @param parallelism usable cells of the class, at least 1
 * @param threadingModels sorted, at least one
 * @param stateModels sorted, at least one
 * @param features sorted, may be empty
 * @param backends sorted, at least one
 * @param maxCallDepth the deepest call chain a cell supports, at least 1
 * @param estimatedServiceTimeMillis in place of {@link Feasibility#estimatedServiceTimeMillis()} for this class, or -1
 */
public record CellClass(
        CellClassName name,
        long memoryBytes,
        int parallelism,
        List<ThreadingModel> threadingModels,
        List<StateModel> stateModels,
        List<String> features,
        List<Backend> backends,
        int maxCallDepth,
        long estimatedServiceTimeMillis) {
    public CellClass {
        threadingModels = List.copyOf(threadingModels);
        stateModels = List.copyOf(stateModels);
        features = List.copyOf(features);
        backends = List.copyOf(backends);
    }
}
