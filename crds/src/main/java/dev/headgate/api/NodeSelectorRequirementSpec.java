package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** One requirement of a label selector. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value =
                "self.operator in ['In', 'NotIn'] ? has(self.values) && size(self.values) > 0 : !has(self.values) || size(self.values) == 0",
        message = "values are needed for In and NotIn, and must be absent for Exists and DoesNotExist")
public record NodeSelectorRequirementSpec(
        @Required @Size(min = 1, max = 317) @JsonPropertyDescription("The label that is looked at.")
        String key,

        @Required @JsonPropertyDescription("In or NotIn (one of values), Exists or DoesNotExist (whatever its value).")
        SelectorOperator operator,

        @Size(max = 64) @JsonPropertyDescription("Values for In and NotIn; must be empty for Exists and DoesNotExist.")
        List<@Size(max = 63) String> values) {
    public NodeSelectorRequirementSpec {
        values = values == null ? List.of() : List.copyOf(values);
    }
}
