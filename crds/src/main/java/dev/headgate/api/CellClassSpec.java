package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.Backend;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.ThreadingModel;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one class of execution cells of a node can do. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CellClassSpec(
        @Required
        @JsonPropertyDescription(
                "One of tiny, small, standard, large, extra-large. The order only breaks ties of memory.")
        CellClassName name,

        @Required @ByteQuantity @JsonPropertyDescription("Memory of one cell, as a quantity; more than zero.")
        String memory,

        @Required
        @Min(1) @Max(Bounds.LIVE_PERMITS) @JsonPropertyDescription("Usable cells of this class on one node; must match the pool of the runtime.")
        Integer parallelism,

        @Required @Size(min = 1, max = 2) @JsonPropertyDescription("Threading models its cells support.")
        List<ThreadingModel> threadingModels,

        @Required @Size(min = 1, max = 2) @JsonPropertyDescription("State models its cells support.")
        List<StateModel> stateModels,

        @Size(max = 32) @JsonPropertyDescription("Features its cells have, such as simd.")
        List<@Pattern(Formats.LABEL) @Size(max = 63) String> features,

        @Required @Size(min = 1, max = 2) @JsonPropertyDescription("What its cells execute.")
        List<Backend> backends,

        @Required @Min(1) @Max(65535) @JsonPropertyDescription("The deepest call chain its cells support.")
        Integer maxCallDepth,

        @Pattern(Formats.DURATION) @JsonPropertyDescription("In place of feasibility.estimatedServiceTime for this class.")
        @Nullable String estimatedServiceTime) {
    public CellClassSpec {
        threadingModels = threadingModels == null ? List.of() : List.copyOf(threadingModels);
        stateModels = stateModels == null ? List.of() : List.copyOf(stateModels);
        features = features == null ? List.of() : List.copyOf(features);
        backends = backends == null ? List.of() : List.copyOf(backends);
    }
}
