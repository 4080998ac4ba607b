package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The execution policy of one revision. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RevisionSpec(
        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 512) @JsonPropertyDescription("Generated identity, unique in the service.")
        String name,

        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("The service of this catalog that it belongs to.")
        String service,

        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 512) @JsonPropertyDescription("Generated identity of what is run, such as a digest of an image.")
        String release,

        @Required
        @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("The trust class it runs under; admission asks that the tenant is allowed it.")
        String trustClass,

        @Required @JsonPropertyDescription("The most one permit of it may be granted, set by whoever built it.")
        BudgetSpec capsuleCeiling,

        @Required @JsonPropertyDescription("The most one permit of it may be granted, set by whoever deployed it.")
        BudgetSpec deploymentCeiling,

        @JsonPropertyDescription("Where it may run; absent: anywhere.") @Nullable PlacementSpec placement,

        @Required
        @Size(min = 1, max = Bounds.PROFILES) @MapList("name")
        @JsonPropertyDescription(
                "Ways of executing it, in order of preference. The first that is eligible and fits is taken, and binds the permit.")
        List<ProfileSpec> profiles) {
    public RevisionSpec {
        profiles = profiles == null ? List.of() : List.copyOf(profiles);
    }
}
