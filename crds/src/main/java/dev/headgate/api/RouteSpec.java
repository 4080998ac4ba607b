package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Functions of one contract, served by weighted revisions. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouteSpec(
        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("Unique in the service.")
        String name,

        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("The contract that callers must name, such as payments.v1.")
        String contract,

        @Required
        @Size(min = 1, max = Bounds.ROUTE_ENTRIES) @JsonPropertyDescription("The functions that callers may name.")
        List<@Pattern(Formats.IDENTIFIER) @Size(max = 253) String> functions,

        @Required
        @Size(min = 1, max = Bounds.ROUTE_ENTRIES) @MapList("name")
        @JsonPropertyDescription(
                "The revisions that serve this route. The choice is by weight, and the same for the same routing key.")
        List<WeightedRevisionSpec> revisions) {
    public RouteSpec {
        functions = functions == null ? List.of() : List.copyOf(functions);
        revisions = revisions == null ? List.of() : List.copyOf(revisions);
    }
}
