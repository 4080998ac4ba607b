package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How many threads a unit of work runs on. */
public enum ThreadingModel {
    @JsonProperty("Single")
    SINGLE,
    @JsonProperty("Multi")
    MULTI
}
