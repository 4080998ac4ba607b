package dev.headgate.simulation;

/**
 * When much goes on and when little: bursts in which everybody calls and everything fails, and long stretches after them in
 * which hours pass, ages end and little happens.
 */
final class Rhythm {
    private static final long MILLI = 1_000_000L;

    private final EventQueue time;
    private final Chance chance;
    private long restsUntil;
    private boolean calm;

    Rhythm(EventQueue time, Chance chance) {
        this.time = time;
        this.chance = chance;
    }

    /** Begins with a burst. */
    void begin() {
        time.after(chance.between(20_000, 150_000) * MILLI, () -> {
            if (!calm) {
                restsUntil = time.now() + chance.between(60_000, 10_000_000) * MILLI;
                time.after(restsUntil - time.now(), this::begin);
            }
        });
    }

    /** No more rests. */
    void calm() {
        calm = true;
        restsUntil = 0;
    }

    boolean rests() {
        return time.now() < restsUntil;
    }

    /** How long a rest still lasts, 0 in a burst. */
    long restMillis() {
        return Math.max(0, restsUntil - time.now()) / MILLI;
    }
}
