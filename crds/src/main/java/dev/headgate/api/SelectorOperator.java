package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a requirement of a label selector compares. */
public enum SelectorOperator {
    @JsonProperty("In")
    IN,
    @JsonProperty("NotIn")
    NOT_IN,
    @JsonProperty("Exists")
    EXISTS,
    @JsonProperty("DoesNotExist")
    DOES_NOT_EXIST
}
