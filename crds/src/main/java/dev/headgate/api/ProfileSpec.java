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

/** One way of executing a revision. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileSpec(
        @Required @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("Unique in the revision.")
        String name,

        @JsonPropertyDescription("Ceilings of this profile, below those of the revision; absent: none of its own.")
        @Nullable ProfileResourcesSpec resources,

        @Required @JsonPropertyDescription("What executes it.")
        Backend backend,

        @Required @JsonPropertyDescription("How many threads it runs on.")
        ThreadingModel threadingModel,

        @Required @JsonPropertyDescription("Whether it keeps state in its cell between activations.")
        StateModel stateModel,

        @Size(max = 32) @JsonPropertyDescription("Features it needs of a cell.")
        List<@Pattern(Formats.LABEL) @Size(max = 63) String> features,

        @Required @Min(1) @Max(65535) @JsonPropertyDescription("The call depth it needs of a cell.")
        Integer maxCallDepth,

        @Required
        @Size(min = 1, max = Bounds.CELL_CLASSES) @JsonPropertyDescription("Cell classes it may use; the policy must have them.")
        List<CellClassName> cellClasses,

        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("Where the runtime must send it. An obligation of the permit.")
        @Nullable String route,

        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("What its output must conform to. An obligation of the permit.")
        @Nullable String outputContract,

        @JsonPropertyDescription(
                "What ends its work from outside, and when at the latest. Absent: nothing does, so work that falls silent holds its capacity until somebody says that it has ended.")
        @Nullable ExecutionBoundSpec executionBound) {
    public ProfileSpec {
        features = features == null ? List.of() : List.copyOf(features);
        cellClasses = cellClasses == null ? List.of() : List.copyOf(cellClasses);
    }
}
