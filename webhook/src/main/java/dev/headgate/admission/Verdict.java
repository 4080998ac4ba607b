package dev.headgate.admission;

/** The answer of a check that yields nothing but yes or no. A no is the rejection itself. */
sealed interface Verdict permits Verdict.Passed, Rejection {
    /** Yes. */
    enum Passed implements Verdict {
        PASSED
    }
}
