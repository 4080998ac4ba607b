package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a node remembers of its permits over a restart of its process (design page 3, "Durability"). */
public enum Durability {
    /** Every permit: an answer leaves the node only when its record is on stable storage. */
    @JsonProperty("Journal")
    JOURNAL,
    /** Nothing: a restart forgets every permit, so the node withholds its capacity after an unclean start, and its status says so. */
    @JsonProperty("Memory")
    MEMORY
}
