package dev.headgate.policy;

/** The cell classes there are, in the fixed order that breaks ties of memory (seed 000). */
public enum CellClassName {
    TINY("tiny"),
    SMALL("small"),
    STANDARD("standard"),
    LARGE("large"),
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
