package dev.headgate.pressure;

/** A kernel file does not say what it should. Caught where a sample is taken, and nowhere else. */
final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String what) {
        super(what);
    }
}
