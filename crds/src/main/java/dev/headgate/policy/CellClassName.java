package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The cell classes there are, in the fixed order that breaks ties of memory (seed 000). */
public enum CellClassName {
    @JsonProperty("tiny")
    TINY("tiny"),
    @JsonProperty("small")
    SMALL("small"),
    @JsonProperty("standard")
    STANDARD("standard"),
    @JsonProperty("large")
    LARGE("large"),
    @JsonProperty("extra-large")
    EXTRA_LARGE("extra-large");

    private final String spelling;

    CellClassName(String spelling) {
        this.spelling = spelling;
    }

    /** The name as it stands in resources and answers. */
    public String spelling() {
        return spelling;
    }
}
