package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.LoadSource;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** When the load of a node refuses all admission. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OverloadSpec(
        @Required
        @Pattern(Formats.PERCENTAGE) @JsonPropertyDescription("CPU pressure at or above which everything is refused, such as \"90%\" or \"87.5%\".")
        String cpuThreshold,

        @Required
        @Pattern(Formats.PERCENTAGE) @JsonPropertyDescription("Memory pressure at or above which everything is refused, such as \"85%\".")
        String memoryThreshold,

        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription("The oldest observation that counts; one that is older refuses admission.")
        String maxObservationAge,

        @Required
        @JsonPropertyDescription(
                "Node: the endpoint reads /proc, its cgroup and PSI itself. Reported: a subject in loadReporters sends observations.")
        LoadSource source) {}
