package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What executes a unit of work. */
public enum Backend {
    @JsonProperty("Wasm")
    WASM,
    @JsonProperty("Process")
    PROCESS
}
