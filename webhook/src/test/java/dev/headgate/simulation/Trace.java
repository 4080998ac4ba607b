package dev.headgate.simulation;

/** Everything that happened, as one number: two runs of one seed that differ anywhere differ here. */
final class Trace {
    private long hash = 0x6A09E667F3BCC908L;

    void add(long value) {
        hash = Chance.mix(hash ^ value) + 0x9E3779B97F4A7C15L;
    }

    void add(String value) {
        // The hash of a string is specified, so it is the same everywhere.
        add(value.hashCode());
    }

    long hash() {
        return hash;
    }
}
