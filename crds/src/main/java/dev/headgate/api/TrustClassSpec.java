package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.CellClassName;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** A level of trust. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrustClassSpec(
        @Required
        @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("Unique among trust classes.")
        String name,

        @Required @JsonPropertyDescription("The most that all permits of this trust class hold on one node together.")
        HeldLimitsSpec limits,

        @Size(max = Bounds.CELL_CLASSES) @JsonPropertyDescription(
                "Cell classes its permits may use. Empty denies; extra-large only if named here and in the tenant.")
        List<CellClassName> cellClasses) {
    public TrustClassSpec {
        cellClasses = cellClasses == null ? List.of() : List.copyOf(cellClasses);
    }
}
