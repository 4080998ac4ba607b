package dev.headgate.simulation;

/** The way between callers and a node: it delays, loses and doubles. */
final class Network {
    private static final long MILLI = 1_000_000L;
    private final EventQueue time;
    private final Chance chance;
    private final Coverage coverage;
    private boolean calm;

    Network(EventQueue time, Chance chance, Coverage coverage) {
        this.time = time;
        this.chance = chance;
        this.coverage = coverage;
    }

    /** From now on nothing is lost any more. */
    void calm() {
        calm = true;
    }

    /** Carries a message, mostly. */
    void carry(Runnable arrival) {
        if (calm) {
            time.after(MILLI, arrival);
            return;
        }
        if (chance.oneIn(40)) {
            coverage.count("message lost");
            return;
        }
        time.after(delay(), arrival);
        if (chance.oneIn(60)) {
            coverage.count("message doubled");
            time.after(delay(), arrival);
        }
    }

    private long delay() {
        return chance.oneIn(50) ? chance.between(1, 8_000) * MILLI : chance.between(50, 5_000) * 1_000;
    }
}
