package dev.headgate.policy;

import static dev.headgate.policy.TestingResources.array;
import static dev.headgate.policy.TestingResources.compile;
import static dev.headgate.policy.TestingResources.compiled;
import static dev.headgate.policy.TestingResources.findings;
import static dev.headgate.policy.TestingResources.json;
import static dev.headgate.policy.TestingResources.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each configuration rule of design page 2, by name. */
class ConfigurationRulesTest {
    private static void asItIs(ObjectNode ignored) {}

    @Test
    void aPolicyWithoutTenantsAdmitsNobody() {
        assertThat(compiled(policy -> policy.remove("tenants"), ConfigurationRulesTest::asItIs)
                        .tenants())
                .isEmpty();
    }

    @Test
    void aWildcardIsNoSubject() {
        refuses(
                policy -> array(policy, "/tenants/0/subjects").add(json("{'kind':'User','name':'*'}")),
                "spec.tenants[acme].subjects[1].name",
                "no wildcards");
    }

    @Test
    void anAnonymousSubjectIsRefused() {
        refuses(
                policy -> array(policy, "/tenants/0/executors").add(json("{'kind':'User','name':'system:anonymous'}")),
                "spec.tenants[acme].executors[1].name",
                "anonymous");
    }

    @ParameterizedTest
    @CsvSource({"subjects", "executors", "trustClasses", "cellClasses"})
    void anEmptyAllowlistStaysEmpty(String list) {
        var tenant = compiled(policy -> object(policy, "/tenants/0").putArray(list), ConfigurationRulesTest::asItIs)
                .tenants()
                .getFirst();

        assertThat(tenant.toString()).contains(list + "=[]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'kind':'ServiceAccount','namespace':'a','name':'b'}",
                "{'kind':'SPIFFEID','uri':'spiffe://example.org/a'}"
            })
    void aServicePrincipalNeedsAServiceIdentity(String subject) {
        refuses(
                policy -> array(policy, "/tenants/0/subjects").add(json(subject)),
                "spec.tenants[acme].subjects[1].serviceIdentity",
                "which service it speaks for");
    }

    @ParameterizedTest
    @CsvSource({
        "/node/limits, active",
        "/node/limits, queued",
        "/node/limits, cpuFuel",
        "/node/limits, memory",
        "/tenants/0/nodeLimits, active",
        "/tenants/0/nodeLimits, queued",
        "/tenants/0/nodeLimits, cpuFuel",
        "/tenants/0/nodeLimits, memory",
        "/trustClasses/0/limits, active",
        "/trustClasses/0/limits, queued",
        "/trustClasses/0/limits, cpuFuel",
        "/trustClasses/0/limits, memory",
        "/queueClasses/0, maxQueued",
        "/cellClasses/0, memory",
        "/cellClasses/0, parallelism",
        "/node, maxPayload",
        "/node, maxPriority",
        "/tenants/0, maxPayload",
        "/tenants/0, maxPriority",
        "/node/budgetCeiling, wallTime",
    })
    void aLimitThatMustBeGivenIsMissed(String at, String field) {
        refuses(policy -> object(policy, at).remove(field), "." + field, "must be given");
    }

    @Test
    void aLimitThatASubjectDoesNotDeclareIsNoLimit() {
        var limits = compiled(ConfigurationRulesTest::asItIs, ConfigurationRulesTest::asItIs)
                .tenants()
                .getFirst()
                .subjects()
                .getFirst()
                .nodeLimits();

        assertThat(limits).isEqualTo(new HeldLimits(30, HeldLimits.NONE, HeldLimits.NONE, HeldLimits.NONE));
    }

    @Test
    void zeroIsALimitAndGrantsNothing() {
        var policy = compiled(p -> object(p, "/tenants/0/nodeLimits").put("queued", 0), ConfigurationRulesTest::asItIs);

        assertThat(policy.tenants().getFirst().nodeLimits().queued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 9_007_199_254_740_992L, Long.MAX_VALUE})
    void noValueMeansUnlimited(long value) {
        refuses(policy -> object(policy, "/node/limits").put("queued", value), "spec.node.limits.queued", "must be at");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3, 5, 9, priority 4 belongs to no queue class",
        "1, 4, 5, 9, priority 0 belongs to no queue class",
        "0, 4, 5, 7, priorities 8 to 9 belong to no queue class",
        "0, 5, 5, 9, must not overlap",
        "0, 9, 3, 5, must not overlap",
        "0, 4, 5, 10, priorities end at node.maxPriority 9",
        "4, 0, 5, 9, min must not be above max",
    })
    void everyPrioritySelectsExactlyOneQueueClass(int min, int max, int otherMin, int otherMax, String rule) {
        refuses(
                policy -> {
                    object(policy, "/queueClasses/0/priorities").put("min", min).put("max", max);
                    object(policy, "/queueClasses/1/priorities")
                            .put("min", otherMin)
                            .put("max", otherMax);
                },
                "spec.queueClasses",
                rule);
    }

    @ParameterizedTest
    @CsvSource({"memory, '0', more than zero", "memory, '500m', whole number of bytes"})
    void aCellClassHasPositiveMemory(String field, String value, String rule) {
        refuses(policy -> object(policy, "/cellClasses/0").put(field, value), "spec.cellClasses[small].memory", rule);
    }

    @Test
    void aCellClassHasPositiveParallelism() {
        refuses(
                policy -> object(policy, "/cellClasses/0").put("parallelism", 0),
                "spec.cellClasses[small].parallelism",
                "at least 1");
    }

    @Test
    void extraLargeIsPermittedOnlyWhereItIsNamed() {
        var policy = compiled(
                p -> {
                    var extraLarge = object(p, "/cellClasses/1").deepCopy().put("name", "extra-large");
                    array(p, "/cellClasses").add(extraLarge);
                    array(p, "/trustClasses/0/cellClasses").add("extra-large");
                },
                ConfigurationRulesTest::asItIs);

        assertThat(policy.trustClasses().getFirst().cellClasses()).contains(CellClassName.EXTRA_LARGE);
        assertThat(policy.tenants().getFirst().cellClasses()).doesNotContain(CellClassName.EXTRA_LARGE);
    }

    @Test
    void generatedIdentitiesHaveAnAllowanceOfAtLeast83Bytes() {
        refuses(
                policy -> object(policy, "/identifierLimits").put("maxGeneratedLength", 82),
                "spec.identifierLimits.maxGeneratedLength",
                "at least 83");
    }

    @Test
    void aNameThatNoRequestCouldCarryIsRefused() {
        refuses(
                policy -> object(policy, "/identifierLimits").put("maxLength", 3),
                "spec.tenants[acme].name",
                "has 4 bytes");
    }

    @ParameterizedTest
    @CsvSource({"wallTime, 0s", "memory, '0'"})
    void aBudgetIsAboveZeroInEveryDimension(String dimension, String value) {
        refuses(
                policy -> object(policy, "/node/budgetCeiling").put(dimension, value),
                "spec.node.budgetCeiling." + dimension,
                "more than zero");
    }

    @Test
    void aNamespaceBelongsToOneTenant() {
        refuses(
                policy -> array(policy, "/tenants")
                        .add(object(policy, "/tenants/0").deepCopy().put("name", "other")),
                "spec.tenants[other].namespaces[0]",
                "is of tenant acme too");
    }

    @Test
    void tenantsDifferInName() {
        refuses(
                policy -> array(policy, "/tenants")
                        .add(object(policy, "/tenants/0").deepCopy()),
                "spec.tenants[acme]",
                "must differ in name");
    }

    @ParameterizedTest
    @CsvSource({
        "/tenants/0/trustClasses, spec.tenants[acme].trustClasses[1], no trust class gold",
        "/tenants/0/cellClasses, spec.tenants[acme].cellClasses[2], no cell class large",
        "/trustClasses/0/cellClasses, spec.trustClasses[standard].cellClasses[2], no cell class large",
    })
    void aReferenceToNothingIsRefused(String list, String path, String rule) {
        refuses(policy -> array(policy, list).add(list.endsWith("cellClasses") ? "large" : "gold"), path, rule);
    }

    @ParameterizedTest
    @CsvSource({
        "{'kind':'User'}, name, needs it",
        "{'kind':'User';'name':'a';'namespace':'b'}, namespace, has none",
        "{'kind':'ServiceAccount';'name':'a';'serviceIdentity':'s'}, namespace, needs it",
        "{'kind':'SPIFFEID';'serviceIdentity':'s'}, uri, needs it",
        "{'kind':'User';'name':'a';'uri':'spiffe://a/b'}, uri, has none",
    })
    void aSubjectHasTheFieldsOfItsKind(String subject, String field, String rule) {
        refuses(
                policy -> array(policy, "/tenants/0/subjects").add(json(subject.replace(';', ','))),
                "spec.tenants[acme].subjects[1]." + field,
                rule);
    }

    @Test
    void aSubjectStandsOnceInATenant() {
        refuses(
                policy -> array(policy, "/tenants/0/subjects").add(policy.at("/tenants/0/subjects/0")),
                "spec.tenants[acme].subjects[1]",
                "is here twice");
    }

    @Test
    void subjectsAndExecutorsAreBoundedTogether() {
        refuses(
                policy -> {
                    var tenants = policy.putArray("tenants");
                    var tenant = TestingResources.policySpec().at("/tenants/0");
                    for (int t = 0; t < 5; t++) {
                        ObjectNode copy = tenant.deepCopy();
                        copy.put("name", "t" + t).putArray("namespaces");
                        copy.putArray("executors");
                        var subjects = copy.putArray("subjects");
                        for (int s = 0; s < 801; s++) {
                            subjects.addObject().put("kind", "User").put("name", "u" + s);
                        }
                        tenants.add(copy);
                    }
                },
                "spec.tenants",
                "at most 4000 together, not 4005");
    }

    @ParameterizedTest
    @CsvSource({"Reported, needs somebody who reports", "Node, nobody's report counts"})
    void loadReportersBelongToReportedLoad(String source, String rule) {
        refuses(
                policy -> {
                    object(policy, "/overload").put("source", source);
                    if (source.equals("Node")) {
                        policy.putArray("loadReporters").add(json("{'kind':'User','name':'a'}"));
                    }
                },
                "spec.loadReporters",
                rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0%", "0.0%", "100.1%", "87.55%", "90", "-1%"})
    void aThresholdIsAPercentageAboveZero(String value) {
        refuses(policy -> object(policy, "/overload").put("cpuThreshold", value), "spec.overload.cpuThreshold", "must");
    }

    @Test
    void aSourceHasAtMost512KiB() {
        refuses(
                policy -> {
                    var tenants = policy.putArray("tenants");
                    var tenant = TestingResources.policySpec().at("/tenants/0");
                    for (int t = 0; t < 8; t++) {
                        ObjectNode copy = tenant.deepCopy();
                        copy.put("name", "t" + t).putArray("namespaces");
                        var subjects = copy.putArray("subjects");
                        for (int s = 0; s < 400; s++) {
                            subjects.addObject().put("kind", "User").put("name", "u".repeat(200) + s);
                        }
                        tenants.add(copy);
                    }
                },
                "spec",
                "TooLarge");
    }

    @ParameterizedTest
    @CsvSource({
        "/services/0/routes/0/revisions/0, name, r9, spec.services[payments].routes[default].revisions[r9], no such revision",
        "/revisions/0, service, other, spec.revisions[other/r42].service, no service other",
        "/revisions/0, trustClass, gold, spec.revisions[payments/r42].trustClass, no trust class gold",
        "/revisions/0/capsuleCeiling, memory, 0, spec.revisions[payments/r42].capsuleCeiling.memory, more than zero",
        "/revisions/0, release, 'a b', spec.revisions[payments/r42].release, must match",
    })
    void aCatalogHoldsItsRules(String at, String field, String value, String path, String rule) {
        var compilation = compile(
                ConfigurationRulesTest::asItIs, catalog -> object(catalog, at).put(field, value));

        assertThat(findings(compilation))
                .anySatisfy(finding ->
                        assertThat(finding.toString()).startsWith(path).contains(rule));
        assertThat(compiled(compilation).catalogs()).isEmpty();
    }

    @Test
    void aRouteHasAWeightAboveZero() {
        var compilation = compile(
                ConfigurationRulesTest::asItIs,
                catalog -> catalog.at("/services/0/routes/0/revisions")
                        .forEach(revision -> ((ObjectNode) revision).put("weight", 0)));

        assertThat(findings(compilation))
                .extracting(Finding::rule)
                .containsExactly("the weights of a route must not all be zero");
    }

    @Test
    void aNodeHoldsAtMost100000Permits() {
        refuses(
                policy -> object(policy, "/node/limits").put("active", 100_001),
                "spec.node.limits.active",
                "at most 100000 permits");
        assertThat(compiled(
                                policy -> object(policy, "/node/limits").put("active", 100_000),
                                ConfigurationRulesTest::asItIs)
                        .node()
                        .limits()
                        .active())
                .isEqualTo(100_000);
    }

    @ParameterizedTest
    @CsvSource({
        "/cellClasses/0/threadingModels, spec.cellClasses[small].threadingModels[1]",
        "/cellClasses/0/stateModels, spec.cellClasses[small].stateModels[1]",
        "/cellClasses/0/features, spec.cellClasses[small].features[1]",
        "/cellClasses/0/backends, spec.cellClasses[small].backends[1]",
        "/trustClasses/0/cellClasses, spec.trustClasses[standard].cellClasses[2]",
        "/tenants/0/namespaces, spec.tenants[acme].namespaces[1]",
        "/tenants/0/trustClasses, spec.tenants[acme].trustClasses[1]",
        "/tenants/0/cellClasses, spec.tenants[acme].cellClasses[2]",
        "/tenants/0/executors, spec.tenants[acme].executors[1]",
    })
    void anEntryOfAListStandsOnce(String list, String path) {
        refuses(policy -> array(policy, list).add(policy.at(list + "/0")), path, "is here twice");
    }

    @ParameterizedTest
    @CsvSource({
        "/services/0/routes/0/functions, spec.services[payments].routes[default].functions[2]",
        "/revisions/0/placement/architectures, spec.revisions[payments/r42].placement.architectures[1]",
        "/revisions/0/placement/regions, spec.revisions[payments/r42].placement.regions[1]",
        "/revisions/0/placement/zones, spec.revisions[payments/r42].placement.zones[1]",
        "/revisions/0/profiles/0/features, spec.revisions[payments/r42].profiles[wasm-small].features[1]",
        "/revisions/0/profiles/0/cellClasses, spec.revisions[payments/r42].profiles[wasm-small].cellClasses[2]",
    })
    void anEntryOfAListOfACatalogStandsOnce(String list, String path) {
        var compilation = compile(ConfigurationRulesTest::asItIs, catalog -> {
            var placement = object(catalog, "/revisions/0").putObject("placement");
            placement.putArray("architectures").add("amd64");
            placement.putArray("regions").add("eu-1");
            placement.putArray("zones").add("eu-1a");
            array(catalog, list).add(catalog.at(list + "/0"));
        });

        assertThat(findings(compilation))
                .anySatisfy(finding ->
                        assertThat(finding.toString()).startsWith(path).contains("is here twice"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'key':'a','operator':'In'}|In and NotIn need values",
                "{'key':'a','operator':'NotIn','values':[]}|In and NotIn need values",
                "{'key':'a','operator':'Exists','values':['b']}|take no values",
                "{'key':'a','operator':'DoesNotExist','values':['b']}|take no values",
            })
    void aSelectorHoldsTheRulesOfKubernetes(String requirement, String rule) {
        refuses(
                policy -> object(policy, "/nodeSelector")
                        .putArray("matchExpressions")
                        .add(json(requirement)),
                "spec.nodeSelector.matchExpressions[0].values",
                rule);
    }

    @ParameterizedTest
    @CsvSource({
        "/services/0, name, spec.services",
        "/services/0/routes/0, name, spec.services[payments].routes",
        "/services/0/routes/0, contract, spec.services[payments].routes[default].contract",
        "/revisions/0, release, spec.revisions[payments/r42].release",
        "/revisions/0, name, spec.revisions[payments/",
    })
    void aNameOfACatalogThatNoRequestCouldCarryIsRefused(String at, String field, String path) {
        var compilation = compile(
                ConfigurationRulesTest::asItIs, catalog -> object(catalog, at).put(field, "n".repeat(129)));

        assertThat(findings(compilation))
                .anySatisfy(finding ->
                        assertThat(finding.toString()).startsWith(path).contains("has 129 bytes"));
    }

    @Test
    void aFunctionThatNoRequestCouldNameIsRefused() {
        var compilation = compile(
                ConfigurationRulesTest::asItIs,
                catalog -> array(catalog, "/services/0/routes/0/functions").add("f".repeat(129)));

        assertThat(findings(compilation))
                .anySatisfy(finding -> assertThat(finding.toString())
                        .startsWith("spec.services[payments].routes[default].functions[2]")
                        .contains("has 129 bytes"));
    }

    @ParameterizedTest
    @CsvSource({
        "/cellClasses/0/features, SIMD, spec.cellClasses[small].features[1], must match",
        "/tenants/0/namespaces, a_b, spec.tenants[acme].namespaces[1], must match",
        "/tenants/0/trustClasses, '', spec.tenants[acme].trustClasses[1], must",
    })
    void anEntryOfAListHasTheFormOfItsKind(String list, String entry, String path, String rule) {
        refuses(policy -> array(policy, list).add(entry), path, rule);
    }

    @Test
    void anEntryOfAListIsNoLongerThanItMayBe() {
        refuses(
                policy -> array(policy, "/cellClasses/0/features").add("f".repeat(64)),
                "spec.cellClasses[small].features[1]",
                "at most 63 characters");
    }

    @Test
    void aBudgetOfNoCpuFuelIsRefused() {
        refuses(
                policy -> object(policy, "/node/budgetCeiling").put("cpuFuel", 0),
                "spec.node.budgetCeiling.cpuFuel",
                "at least 1");
    }

    @Test
    void aPolicyWithoutASpecIsRefused() {
        var policy = TestingResources.policy(TestingResources.policySpec());
        policy.setSpec(null);

        assertThat(PolicyCompiler.compile(policy, java.util.List.of(), null))
                .isInstanceOfSatisfying(
                        Compilation.Refused.class,
                        refused ->
                                assertThat(refused.findings().getFirst().path()).isEqualTo("spec"));
    }

    @Test
    void findingsComeSortedByPath() {
        var found = findings(compile(
                policy -> {
                    object(policy, "/node/limits").remove("queued");
                    object(policy, "/history").remove("maxAge");
                    policy.remove("lease");
                },
                ConfigurationRulesTest::asItIs));

        assertThat(found)
                .extracting(Finding::path)
                .containsExactly("spec.history.maxAge", "spec.lease", "spec.node.limits.queued");
    }

    @Test
    void aPermitIsRememberedAtLeastAsLongAsItsWorkCanLast() {
        refuses(
                policy -> object(policy, "/history").put("maxAge", "39999ms"),
                "spec.history.maxAge",
                "must be at least node.budgetCeiling.wallTime and lease.executingDuration together, 40s");
    }

    @Test
    void workThatOverrunsEndsWhileItsPermitIsRemembered() {
        var compilation = compile(
                policy -> object(policy, "/history").put("maxAge", "41s"),
                catalog -> object(catalog, "/revisions/0/profiles/0/executionBound")
                        .put("maxOverrun", "1001ms"));

        assertThat(findings(compilation))
                .extracting(Finding::rule)
                .containsExactly("work that overruns this long outlives the policy's history.maxAge");
    }

    @Test
    void withDurabilityMemoryEachProfileHasABoundThatReleases() {
        for (String enforcers : List.of("[]", "[\"FuelMetering\"]")) {
            var compilation = compile(policy -> policy.put("durability", "Memory"), catalog -> {
                for (var revision : catalog.get("revisions")) {
                    for (var profile : revision.get("profiles")) {
                        ((ObjectNode) profile).remove("executionBound");
                        if (!enforcers.equals("[]")) {
                            ((ObjectNode) profile)
                                    .putObject("executionBound")
                                    .put("maxOverrun", "1s")
                                    .putArray("enforcers")
                                    .add("FuelMetering");
                        }
                    }
                }
            });

            assertThat(findings(compilation))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.rule())
                            .isEqualTo("with durability Memory, something must end the work of each profile:"
                                    + " DeadlineKill or ProcessGroup"));
        }
    }

    @Test
    void durabilityIsJournalWhereNothingIsSaid() {
        assertThat(TestingResources.compiled(policy -> policy.remove("durability"), ConfigurationRulesTest::asItIs)
                        .durability())
                .isEqualTo(Durability.JOURNAL);
    }

    private static void refuses(Consumer<ObjectNode> change, String path, String rule) {
        var compilation = compile(change, ConfigurationRulesTest::asItIs);

        assertThat(compilation).isInstanceOf(Compilation.Refused.class);
        assertThat(findings(compilation)).anySatisfy(finding -> {
            assertThat(finding.path()).contains(path);
            assertThat(finding.rule()).contains(rule);
            assertThat(finding.advice()).isNotBlank();
        });
    }
}
