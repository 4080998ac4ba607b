package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a node remembers of its permits over a restart of its process (design page 3, "Durability"). */
public enum Durability {
    /** Nothing: a restart forgets every permit, and the status of the node says so. */
    @JsonProperty("Memory")
    MEMORY
}
