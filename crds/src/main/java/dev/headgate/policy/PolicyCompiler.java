package dev.headgate.policy;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the typed, valid policy of a {@code NodeAdmissionPolicy} and its catalogs (design pages 2, 5 and 10). Pure: the same
 * input gives the same output, and no input makes it throw.
 *
 * <p>Rules run in three steps, each only if those before found nothing: bounds of single fields ({@link Shape}), rules of
 * the policy, rules of each catalog. There is one class of rules for each subject, such as {@code TenantRules}.
 */
public final class PolicyCompiler {
    private PolicyCompiler() {}

    /**
     * Compiles.
     *
     * @param policy the policy as it was written
     * @param catalogs catalogs of all namespaces; those that no tenant of the policy claims are reported as unclaimed
     * @param previous what was made last of this policy; catalogs fall back to it. Null if there is none
     */
    public static Compilation compile(
            NodeAdmissionPolicy policy, List<DeploymentCatalog> catalogs, @Nullable AdmissionPolicy previous) {
        var spec = policy.getSpec();
        var findings = new Findings();
        if (spec == null) {
            findings.add("spec", "must be given", "add the spec");
            return new Compilation.Refused(findings.sorted());
        }
        Shape.check(spec, "spec").forEach(f -> findings.add(f.path(), f.rule(), f.advice()));
        var tooLarge = SourceSize.check(spec);
        if (tooLarge != null) {
            findings.add(tooLarge.path(), tooLarge.rule(), tooLarge.advice());
        }
        if (!findings.none()) {
            return new Compilation.Refused(findings.sorted());
        }
        var compiled = PolicyRules.compile(spec, findings);
        if (!findings.none()) {
            return new Compilation.Refused(findings.sorted());
        }
        return CatalogSelection.of(
                compiled, catalogs.stream().map(PolicyCompiler::source).toList(), previous);
    }

    private static CatalogSelection.Source source(DeploymentCatalog catalog) {
        var metadata = catalog.getMetadata();
        var key = metadata == null
                ? new CatalogKey("", "")
                : new CatalogKey(
                        Objects.requireNonNullElse(metadata.getNamespace(), ""),
                        Objects.requireNonNullElse(metadata.getName(), ""));
        var spec = catalog.getSpec();
        return new CatalogSelection.Source(key, spec, spec == null ? null : SourceSize.check(spec));
    }
}
