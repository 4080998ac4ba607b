package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What ends work from outside the executing process (design page 3, "Enforcement guarantee"). */
public enum Enforcer {
    /** Kills the work at its deadline. */
    @JsonProperty("DeadlineKill")
    DEADLINE_KILL,
    /** Stops it when its CPU fuel is used up; says nothing of when it leaves its memory or its place. */
    @JsonProperty("FuelMetering")
    FUEL_METERING,
    /** Ends the process group it runs in, and so its memory with it. */
    @JsonProperty("ProcessGroup")
    PROCESS_GROUP
}
