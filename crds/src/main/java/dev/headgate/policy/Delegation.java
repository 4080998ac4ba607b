package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a subject may name somebody else as the one it works for. */
public enum Delegation {
    /** It may not. */
    @JsonProperty("None")
    NONE,
    /** It may send {@code onBehalfOf}. */
    @JsonProperty("OnBehalfOf")
    ON_BEHALF_OF
}
