package dev.headgate.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often a run reached what; a run that reached too little shows nothing, and fails (design page 7). */
final class Coverage {
    private final Map<String, long[]> counts = new HashMap<>();

    void count(String what) {
        counts.computeIfAbsent(what, _ -> new long[1])[0]++;
    }

    long of(String what) {
        long[] count = counts.get(what);
        return count == null ? 0 : count[0];
    }

    void add(Coverage other) {
        other.counts.forEach((what, count) -> counts.computeIfAbsent(what, _ -> new long[1])[0] += count[0]);
    }

    /** What stayed below its floor, in words. */
    List<String> missing(Map<String, Long> floors) {
        List<String> missing = new ArrayList<>();
        new TreeMap<>(floors).forEach((what, floor) -> {
            if (of(what) < floor) {
                missing.add(what + ": " + of(what) + " of at least " + floor);
            }
        });
        return missing;
    }

    /** Everything that was counted, in the order of names. */
    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((what, count) -> all.put(what, count[0]));
        return all;
    }
}
