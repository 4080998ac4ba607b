package dev.headgate.policy;

import java.util.List;

/** Holds a policy that came from elsewhere, such as the parts of a snapshot, to all the rules of the compiler. */
public final class Revalidation {
    private Revalidation() {}

    /**
     * What the policy breaks; empty if it is exactly what compiling its own resources gives. Never throws.
     *
     * @param policy of any content
     */
    public static List<Finding> check(AdmissionPolicy policy) {
        var spec = PolicySource.of(policy);
        var findings = new Findings();
        Shape.check(spec, "spec").forEach(f -> findings.add(f.path(), f.rule(), f.advice()));
        if (!findings.none()) {
            return findings.sorted();
        }
        var compiled = PolicyRules.compile(spec, findings);
        if (!findings.none()) {
            return findings.sorted();
        }
        var sources = policy.catalogs().stream()
                .map(catalog -> new CatalogSelection.Source(
                        new CatalogKey(catalog.namespace(), catalog.name()), PolicySource.of(catalog), null))
                .toList();
        var selected = CatalogSelection.of(compiled, sources, null);
        selected.catalogs().forEach((key, outcome) -> {
            switch (outcome) {
                case Compilation.CatalogOutcome.Included _ -> {}
                case Compilation.CatalogOutcome.LastGood(var _, var broken) -> under(key, broken, findings);
                case Compilation.CatalogOutcome.Excluded(var _, var broken) -> under(key, broken, findings);
                case Compilation.CatalogOutcome.Unclaimed() ->
                    findings.add("catalogs[" + key + "]", "no tenant names its namespace", "leave it out");
            }
        });
        if (findings.none() && !selected.policy().equals(policy)) {
            findings.add("spec", "is not in the form that the compiler makes", "compile it anew");
        }
        return findings.sorted();
    }

    private static void under(CatalogKey key, List<Finding> broken, Findings findings) {
        broken.forEach(f -> findings.add("catalogs[" + key + "]." + f.path(), f.rule(), f.advice()));
    }
}
