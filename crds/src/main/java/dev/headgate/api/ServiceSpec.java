package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** A service and its routes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceSpec(
        @Required
        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("Unique over all catalogs of the tenant.")
        String name,

        @Required
        @Size(min = 1, max = Bounds.ROUTES) @MapList("name")
        @JsonPropertyDescription("Routes of the service.")
        List<RouteSpec> routes) {
    public ServiceSpec {
        routes = routes == null ? List.of() : List.copyOf(routes);
    }
}
