package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.Enforcer;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What ends the work of a profile from outside, and when at the latest. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExecutionBoundSpec(
        @Required
        @Size(min = 1, max = 3) @JsonPropertyDescription(
                "What stands outside the executing process and ends its work: DeadlineKill at the deadline, ProcessGroup with its whole group of processes, FuelMetering when the CPU fuel is used up. Only the first two free capacity of work that has fallen silent.")
        List<Enforcer> enforcers,

        @Required
        @Pattern(Formats.DURATION) @JsonPropertyDescription(
                "How long after the deadline the last of the work is gone. Silent work keeps its capacity until then.")
        String maxOverrun) {
    public ExecutionBoundSpec {
        enforcers = enforcers == null ? List.of() : List.copyOf(enforcers);
    }
}
