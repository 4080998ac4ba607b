package dev.headgate.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;

/** Collects findings while rules run. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();

    void add(String path, String rule, String advice) {
        found.add(new Finding(path, rule, advice));
    }

    boolean none() {
        return found.isEmpty();
    }

    List<Finding> sorted() {
        return found.stream()
                .distinct()
                .sorted(Comparator.comparing(Finding::path)
                        .thenComparing(Finding::rule)
                        .thenComparing(Finding::advice))
                .toList();
    }

    /** Says which entries of a list that is a set appear twice. */
    <T> void duplicates(String path, List<T> entries, Function<T, String> words) {
        var seen = new HashSet<T>();
        for (int i = 0; i < entries.size(); i++) {
            if (!seen.add(entries.get(i))) {
                add(
                        path + "[" + i + "]",
                        "entries must differ; " + words.apply(entries.get(i)) + " is here twice",
                        "remove one of them");
            }
        }
    }
}
