package dev.headgate.policy;

import dev.headgate.api.CellClassSpec;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Rules of {@code spec.cellClasses}, and of every list that names cell classes. */
final class CellClassRules {
    private CellClassRules() {}

    static List<CellClass> compile(List<CellClassSpec> specs, Amounts amounts, Findings findings) {
        return specs.stream()
                .map(spec -> compile("spec.cellClasses[" + spec.name().spelling() + "]", spec, amounts, findings))
                .sorted(Comparator.comparing(CellClass::name))
                .toList();
    }

    private static CellClass compile(String path, CellClassSpec spec, Amounts amounts, Findings findings) {
        findings.duplicates(path + ".threadingModels", spec.threadingModels(), Spelling::of);
        findings.duplicates(path + ".stateModels", spec.stateModels(), Spelling::of);
        findings.duplicates(path + ".features", spec.features(), Spelling::of);
        findings.duplicates(path + ".backends", spec.backends(), Spelling::of);
        return new CellClass(
                spec.name(),
                amounts.positiveBytes(path + ".memory", spec.memory()),
                spec.parallelism(),
                sorted(spec.threadingModels()),
                sorted(spec.stateModels()),
                sorted(spec.features()),
                sorted(spec.backends()),
                spec.maxCallDepth(),
                spec.estimatedServiceTime() == null
                        ? -1
                        : amounts.millis(path + ".estimatedServiceTime", spec.estimatedServiceTime()));
    }

    /** A list of names of cell classes, in the fixed order; each must be one that the policy has. */
    static List<CellClassName> references(
            String path, List<CellClassName> names, Set<CellClassName> declared, Findings findings) {
        findings.duplicates(path, names, Spelling::of);
        for (int i = 0; i < names.size(); i++) {
            if (!declared.contains(names.get(i))) {
                findings.add(
                        path + "[" + i + "]",
                        "the policy has no cell class " + names.get(i).spelling(),
                        "add it to spec.cellClasses of the policy, or remove it here");
            }
        }
        return sorted(names);
    }

    static Set<CellClassName> declared(List<CellClassSpec> specs) {
        var names = EnumSet.noneOf(CellClassName.class);
        specs.forEach(spec -> names.add(spec.name()));
        return names;
    }

    static <T extends Comparable<T>> List<T> sorted(List<T> entries) {
        return entries.stream().sorted().distinct().toList();
    }
}
