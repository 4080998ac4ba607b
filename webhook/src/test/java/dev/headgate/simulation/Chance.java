package dev.headgate.simulation;

import java.util.List;

/**
 * Numbers that look random and follow from a seed alone, the same on every machine and every JDK (SplitMix64, Steele, Lea and
 * Flood, 2014).
 */
final class Chance {
    private long state;

    Chance(long seed) {
        state = seed;
    }

    /** Any long. */
    long next() {
        state += 0x9E3779B97F4A7C15L;
        return mix(state);
    }

    /** The finalizer of the generator: spreads every bit of its argument over the result. */
    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A generator of its own, so that what one part draws does not shift what another gets. */
    Chance split() {
        return new Chance(next());
    }

    /** From 0 to one below a bound, which is at least 1. */
    int below(int bound) {
        return (int) below((long) bound);
    }

    /** From 0 to one below a bound, which is at least 1. */
    long below(long bound) {
        // The bias is below 2^-30 for every bound used here.
        return Long.remainderUnsigned(next(), bound);
    }

    /** From one number to another, both included. */
    long between(long least, long most) {
        return least + below(most - least + 1);
    }

    /** True once in so many times. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    /** One of a list that is not empty. */
    <T> T of(List<T> list) {
        return list.get(below(list.size()));
    }
}
