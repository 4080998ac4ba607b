package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Kinds of changes of what a policy serves. */
public enum ChangeKind {
    @JsonProperty("Initial")
    INITIAL,
    @JsonProperty("Change")
    CHANGE,
    @JsonProperty("Rollback")
    ROLLBACK
}
