package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a unit of work keeps state in its cell between activations. */
public enum StateModel {
    @JsonProperty("Stateless")
    STATELESS,
    @JsonProperty("Stateful")
    STATEFUL
}
