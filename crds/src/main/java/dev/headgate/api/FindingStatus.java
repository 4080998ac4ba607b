package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Something wrong with a resource. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FindingStatus(
        @Required @Size(max = 512) @JsonPropertyDescription("The field, such as spec.tenants[acme].maxPriority.")
        String path,

        @Required @Size(max = 1024) @JsonPropertyDescription("The rule that it breaks.")
        String rule,

        @Required @Size(max = 1024) @JsonPropertyDescription("What to do.")
        String advice) {}
