package dev.headgate.policy;

import java.util.List;
import java.util.Map;

/** What {@link PolicyCompiler} made of a policy and its catalogs. */
public sealed interface Compilation {

    /**
     * The policy holds every rule. Catalogs with findings are not in it, save in their last good form.
     *
     * @param policy the result
     * @param catalogs the outcome of each catalog that was given
     */
    record Compiled(AdmissionPolicy policy, Map<CatalogKey, CatalogOutcome> catalogs) implements Compilation {
        public Compiled {
            catalogs = Map.copyOf(catalogs);
        }
    }

    /**
     * The policy itself breaks rules: nothing is made of it, and what is served stays.
     *
     * @param findings at least one, sorted by path
     */
    record Refused(List<Finding> findings) implements Compilation {
        public Refused {
            findings = List.copyOf(findings);
        }
    }

    /** What became of one catalog; findings of one never touch another (design page 5). */
    sealed interface CatalogOutcome {
        /** It is in, as it stands. */
        record Included(String tenant) implements CatalogOutcome {}

        /** It has findings; its last good form is in. */
        record LastGood(String tenant, List<Finding> findings) implements CatalogOutcome {
            public LastGood {
                findings = List.copyOf(findings);
            }
        }

        /** It has findings, and no good form to fall back to. */
        record Excluded(String tenant, List<Finding> findings) implements CatalogOutcome {
            public Excluded {
                findings = List.copyOf(findings);
            }
        }

        /** No tenant of the policy names its namespace. */
        record Unclaimed() implements CatalogOutcome {}
    }
}
