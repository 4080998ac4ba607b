package dev.headgate.policy;

import static dev.headgate.policy.TestingResources.array;
import static dev.headgate.policy.TestingResources.catalog;
import static dev.headgate.policy.TestingResources.catalogSpec;
import static dev.headgate.policy.TestingResources.compiled;
import static dev.headgate.policy.TestingResources.object;
import static dev.headgate.policy.TestingResources.policy;
import static dev.headgate.policy.TestingResources.policySpec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.api.DeploymentCatalog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogSelectionTest {
    private static final CatalogKey KEY = new CatalogKey("payments", "payments");

    @Test
    void aCatalogThatNobodyClaimsIsReportedAndLeftOut() {
        var compilation = compile(policySpec(), List.of(catalog("elsewhere", "payments", catalogSpec())), null);

        assertThat(compilation.catalogs().get(new CatalogKey("elsewhere", "payments")))
                .isEqualTo(new Compilation.CatalogOutcome.Unclaimed());
        assertThat(compilation.policy().catalogs()).isEmpty();
    }

    @Test
    void aCatalogWithFindingsKeepsItsLastGoodForm() {
        var previous = compiled(_ -> {}, _ -> {});
        var broken = catalogSpec();
        object(broken, "/revisions/0").put("trustClass", "gold");

        var compilation = compile(policySpec(), List.of(catalog("payments", "payments", broken)), previous);

        assertThat(compilation.policy()).isEqualTo(previous);
        assertThat(compilation.catalogs().get(KEY)).isInstanceOf(Compilation.CatalogOutcome.LastGood.class);
    }

    @Test
    void aLastGoodFormThatBreaksTheNewPolicyIsExcluded() {
        var previous = compiled(_ -> {}, _ -> {});
        var policy = policySpec();
        object(policy, "/trustClasses/0").put("name", "gold");
        ((com.fasterxml.jackson.databind.node.ArrayNode) policy.at("/tenants/0/trustClasses"))
                .removeAll()
                .add("gold");

        var compilation = compile(policy, List.of(catalog("payments", "payments", catalogSpec())), previous);

        assertThat(compilation.policy().catalogs()).isEmpty();
        assertThat(compilation.catalogs().get(KEY)).isInstanceOf(Compilation.CatalogOutcome.Excluded.class);
    }

    @Test
    void aDeletedCatalogGoes() {
        var previous = compiled(_ -> {}, _ -> {});

        assertThat(compile(policySpec(), List.of(), previous).policy().catalogs())
                .isEmpty();
    }

    @Test
    void twoCatalogsThatNobodyServedYetAndShareAServiceAreBothNamedAndLeftOut() {
        var compilation = compile(
                policySpec(),
                List.of(catalog("payments", "a", catalogSpec()), catalog("payments", "b", catalogSpec())),
                null);

        assertThat(compilation.policy().catalogs()).isEmpty();
        assertThat(compilation.catalogs().values())
                .allSatisfy(outcome ->
                        assertThat(outcome.toString()).contains("payments/a").contains("payments/b"));
    }

    @Test
    void aNewcomerCannotPushOutWhoServesANameAlready() {
        var previous = compiled(_ -> {}, _ -> {});

        var compilation = compile(
                policySpec(),
                List.of(catalog("payments", "aaa", catalogSpec()), catalog("payments", "payments", catalogSpec())),
                previous);

        assertThat(compilation.policy()).isEqualTo(previous);
        assertThat(compilation.catalogs().get(KEY)).isInstanceOf(Compilation.CatalogOutcome.Included.class);
    }

    @Test
    void twoCatalogsOfOneNameAreBothRefused() {
        var compilation = compile(
                policySpec(),
                List.of(catalog("payments", "payments", catalogSpec()), catalog("payments", "payments", catalogSpec())),
                null);

        assertThat(compilation.policy().catalogs()).isEmpty();
        assertThat(String.valueOf(compilation.catalogs().get(KEY)))
                .contains("there are two catalogs payments/payments");
    }

    @Test
    void theLastGoodFormOfAnotherTenantIsNotKept() {
        var previous = compile(twoTenants("payments"), List.of(catalog("payments", "payments", catalogSpec())), null);
        assertThat(previous.policy().catalogs().getFirst().tenant()).isEqualTo("other");
        var broken = catalogSpec();
        object(broken, "/revisions/0").put("trustClass", "gold");

        var compilation = compile(policySpec(), List.of(catalog("payments", "payments", broken)), previous.policy());

        assertThat(compilation.policy().catalogs()).isEmpty();
        assertThat(compilation.catalogs().get(KEY)).isInstanceOf(Compilation.CatalogOutcome.Excluded.class);
    }

    @Test
    void aCatalogThatComesToAnotherTenantIsANewcomerThere() {
        var both =
                List.of(catalog("arriving", "payments", catalogSpec()), catalog("payments", "payments", catalogSpec()));
        var previous = compile(twoTenants("arriving"), both, null);
        assertThat(previous.policy().catalogs()).hasSize(2);
        var merged = policySpec();
        array(merged, "/tenants/0/namespaces").add("arriving");

        var compilation = compile(merged, both, previous.policy());

        assertThat(compilation.catalogs().get(KEY)).isInstanceOf(Compilation.CatalogOutcome.Included.class);
        assertThat(compilation.catalogs().get(new CatalogKey("arriving", "payments")))
                .isInstanceOf(Compilation.CatalogOutcome.Excluded.class);
    }

    /** The policy with a second tenant, which has this namespace. */
    private static ObjectNode twoTenants(String namespace) {
        var policy = policySpec();
        var other = object(policy, "/tenants/0").deepCopy().put("name", "other");
        other.putArray("namespaces").add(namespace);
        if (namespace.equals("payments")) {
            object(policy, "/tenants/0").putArray("namespaces");
        }
        array(policy, "/tenants").add(other);
        return policy;
    }

    @Test
    void thePoliciesCatalogsHoldAtMost20000RevisionsAndWhoIsServedKeepsItsPlace() {
        var catalogs = new ArrayList<DeploymentCatalog>();
        for (int c = 0; c < 40; c++) {
            catalogs.add(catalog("payments", "c" + (10 + c), revisions("service-" + c, 500)));
        }
        var full = compile(policySpec(), catalogs, null);
        assertThat(full.policy().catalogs()).hasSize(40);

        // Sorts before all the others, and comes after them.
        catalogs.add(catalog("payments", "a", revisions("newcomer", 1)));
        var after = compile(policySpec(), catalogs, full.policy());

        assertThat(after.policy()).isEqualTo(full.policy());
        assertThat(after.catalogs().get(new CatalogKey("payments", "a")))
                .isInstanceOfSatisfying(
                        Compilation.CatalogOutcome.Excluded.class,
                        excluded -> assertThat(excluded.findings().getFirst().toString())
                                .startsWith("spec.revisions")
                                .contains("at most 20000 revisions together"));
    }

    private static ObjectNode revisions(String service, int count) {
        var spec = catalogSpec();
        object(spec, "/services/0").put("name", service);
        var routed = object(spec, "/services/0/routes/0").putArray("revisions");
        routed.addObject().put("name", "r0").put("weight", 1);
        var template = object(spec, "/revisions/0").deepCopy();
        var revisions = spec.putArray("revisions");
        for (int r = 0; r < count; r++) {
            revisions.add(template.deepCopy().put("name", "r" + r).put("service", service));
        }
        return spec;
    }

    @Test
    void findingsOfOneCatalogDoNotTouchAnother() {
        var broken = catalogSpec();
        object(broken, "/revisions/0").put("trustClass", "gold");

        var compilation = compile(
                policySpec(),
                List.of(catalog("payments", "broken", broken), catalog("payments", "payments", renamed("other"))),
                null);

        assertThat(compilation.policy().catalogs()).extracting(Catalog::name).containsExactly("payments");
    }

    private static ObjectNode renamed(String service) {
        var spec = catalogSpec();
        object(spec, "/services/0").put("name", service);
        spec.at("/revisions").forEach(revision -> ((ObjectNode) revision).put("service", service));
        return spec;
    }

    private static Compilation.Compiled compile(
            ObjectNode policySpec,
            List<DeploymentCatalog> catalogs,
            @org.jspecify.annotations.Nullable AdmissionPolicy previous) {
        if (PolicyCompiler.compile(policy(policySpec), catalogs, previous) instanceof Compilation.Compiled compiled) {
            return compiled;
        }
        throw new AssertionError("the policy compiles");
    }
}
