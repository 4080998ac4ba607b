package dev.headgate.snapshot;

import static dev.headgate.policy.TestingResources.catalog;
import static dev.headgate.policy.TestingResources.catalogSpec;
import static dev.headgate.policy.TestingResources.compiled;
import static dev.headgate.policy.TestingResources.object;
import static dev.headgate.policy.TestingResources.policy;
import static dev.headgate.policy.TestingResources.policySpec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.api.Bounds;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.policy.TestingResources;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotCodecTest {
    @Test
    void theOrderOfSetsDoesNotChangeTheDigest() {
        var shuffled = compiled(SnapshotCodecTest::shuffleSets, SnapshotCodecTest::shuffleSets);

        assertThat(digest(shuffled)).isEqualTo(digest(pool()));
    }

    @ParameterizedTest
    @CsvSource({"536870912", "524288Ki", "536870912000m", "0.5Gi"})
    void theSpellingOfAQuantityDoesNotChangeTheDigest(String memory) {
        var policy = compiled(p -> object(p, "/node/budgetCeiling").put("memory", memory), _ -> {});

        assertThat(digest(policy)).isEqualTo(digest(pool()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"30s", "30000ms", "0m30s", "29s1000ms"})
    void theSpellingOfADurationDoesNotChangeTheDigest(String wallTime) {
        var policy = compiled(p -> object(p, "/node/budgetCeiling").put("wallTime", wallTime), _ -> {});

        assertThat(digest(policy)).isEqualTo(digest(pool()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodeSelector", "precedence", "rollout", "revisionHistoryLimit"})
    void whereAndHowAPolicyIsServedDoesNotChangeTheDigest(String field) {
        var policy = compiled(
                p -> {
                    switch (field) {
                        case "nodeSelector" ->
                            object(p, "/nodeSelector/matchLabels").put("a", "b");
                        case "rollout" ->
                            p.putObject("rollout").putObject("pin").put("generation", 3);
                        default -> p.put(field, 7);
                    }
                },
                _ -> {});

        assertThat(digest(policy)).isEqualTo(digest(pool()));
    }

    @Test
    void aSnapshotOfTenThousandRevisionsHasFewPartsAndAChangeOfOneCatalogMovesOne() {
        var before = SnapshotCodec.encode(large(-1));
        var after = SnapshotCodec.encode(large(57));

        var moved = new HashSet<>(after.parts());
        moved.removeAll(before.parts());
        assertThat(moved).hasSize(1);
        int bytes = before.parts().stream()
                .mapToInt(part -> part.content().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        assertThat(before.parts()).hasSizeLessThan(bytes / 30_000 + 2);
    }

    @Test
    void aCatalogThatIsAddedMovesFewParts() {
        var policy = large(-1);
        var without = SnapshotCodec.encode(with(
                policy,
                policy.catalogs().stream().filter(c -> !c.name().equals("c030")).toList()));

        var moved = new HashSet<>(SnapshotCodec.encode(policy).parts());
        moved.removeAll(without.parts());

        assertThat(moved).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void aLargeSnapshotIsDecodedToThePolicyThatWasEncoded() {
        var policy = large(-1);
        var snapshot = SnapshotCodec.encode(policy);

        assertThat(decode(snapshot)).isEqualTo(new Decoded.Policy(policy));
    }

    @Test
    void theLargestRouteFitsAPart() {
        var policy = compiled(
                p -> object(p, "/identifierLimits").put("maxLength", 253).put("maxGeneratedLength", 512), catalog -> {
                    var template = object(catalog, "/revisions/0").deepCopy();
                    var revisions = catalog.putArray("revisions");
                    var route = object(catalog, "/services/0/routes/0");
                    var functions = route.putArray("functions");
                    var routed = route.putArray("revisions");
                    for (int i = 0; i < Bounds.ROUTE_ENTRIES; i++) {
                        String name = "r".repeat(510) + (10 + i);
                        functions.add("f".repeat(251) + (10 + i));
                        routed.addObject().put("name", name).put("weight", 1_000_000);
                        revisions.add(template.deepCopy().put("name", name));
                    }
                });

        assertThat(policy.catalogs()).hasSize(1);
        assertThat(decode(SnapshotCodec.encode(policy))).isEqualTo(new Decoded.Policy(policy));
    }

    @Test
    void anotherSchemaVersionIsRefused() {
        var snapshot = SnapshotCodec.encode(pool());

        assertThat(SnapshotCodec.decode(2, snapshot.digest(), snapshot.parts()))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Decoded.Refusal.UNSUPPORTED_SCHEMA));
    }

    @Test
    void aPartWhoseContentWasChangedIsRefused() {
        var snapshot = SnapshotCodec.encode(pool());
        var part = snapshot.parts().getFirst();
        var forged = new Snapshot.Part(part.digest(), part.content().replace("\"active\":40", "\"active\":41"));

        assertRefused(SnapshotCodec.decode(1, snapshot.digest(), List.of(forged)), Decoded.Refusal.DIGEST_MISMATCH);
    }

    @Test
    void partsThatTheManifestDoesNotNameAreRefused() {
        var snapshot = SnapshotCodec.encode(pool());
        var other = SnapshotCodec.encode(compiled(p -> object(p, "/node").put("maxPayload", "2Mi"), _ -> {}));

        assertRefused(SnapshotCodec.decode(1, snapshot.digest(), other.parts()), Decoded.Refusal.DIGEST_MISMATCH);
    }

    @Test
    void aMissingPartIsRefused() {
        assertRefused(
                SnapshotCodec.decode(1, SnapshotCodec.encode(pool()).digest(), List.of()),
                Decoded.Refusal.PART_MISSING);
    }

    @Test
    void aPartThatIsTooLargeIsRefused() {
        assertRefused(forge("{\"policy\":\"" + "x".repeat(50_000) + "\"}"), Decoded.Refusal.TOO_LARGE);
    }

    @Test
    void moreThan2000PartsAreRefusedUnread() {
        var part = new Snapshot.Part("sha256:" + "0".repeat(64), "{}");

        assertRefused(
                SnapshotCodec.decode(1, "sha256:" + "0".repeat(64), Collections.nCopies(2_001, part)),
                Decoded.Refusal.TOO_LARGE);
        assertRefused(
                SnapshotCodec.decode(1, "sha256:" + "0".repeat(64), Collections.nCopies(2_000, part)),
                Decoded.Refusal.DIGEST_MISMATCH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"active\":40|\"active\": 40",
                "\"active\":40|\"active\":40.0",
                "\"active\":40|\"active\":\"40\"",
                "\"active\":40|\"active\":40,\"active\":40",
                "\"active\":40|\"active\":40,\"more\":1",
                "\"active\":40|\"active\":-1",
                "\"active\":40|\"active\":null",
                "\"maxPriority\":7|\"maxPriority\":99999",
                "\"trustClass\":\"standard\"|\"trustClass\":\"gold\"",
                "\"trustClass\":\"standard\"|\"trustClass\":null",
                "\"name\":\"acme\",|",
                "\"tenant\":\"acme\"|\"tenant\":\"other\"",
                "\"weight\":90|\"weight\":-1",
                "\"minPriority\":0,|",
                "\"kind\":\"ServiceAccount\"|\"kind\":\"Everybody\"",
                "{\"catalog|{\"zzz\":{},\"catalog",
            })
    void contentThatNoCompilerMakesIsRefusedThoughItsDigestFits(String from, String to) {
        String content = SnapshotCodec.encode(pool()).parts().getFirst().content();
        assertThat(content).contains(from);

        assertRefused(
                forge(content.replaceFirst(java.util.regex.Pattern.quote(from), to == null ? "" : to)),
                Decoded.Refusal.COMPILE_FAILED);
    }

    @Test
    void noDamageMakesTheDecoderThrow() {
        String content = SnapshotCodec.encode(pool()).parts().getFirst().content();
        var random = new Random(20261201);
        for (int i = 0; i < 3_000; i++) {
            var bytes = new StringBuilder(content);
            int at = random.nextInt(bytes.length());
            switch (random.nextInt(3)) {
                case 0 -> bytes.deleteCharAt(at);
                case 1 -> bytes.setCharAt(at, (char) (' ' + random.nextInt(95)));
                default -> bytes.delete(at, Math.min(bytes.length(), at + random.nextInt(200)));
            }
            assertThat(forge(bytes.toString())).as(bytes.toString()).isNotNull();
        }
    }

    @Test
    void aSnapshotOf20000RevisionsIsReadAndOneOfMoreIsRefused() {
        var largest = catalogsOf(40, 500);
        assertThat(largest.catalogs()).hasSize(40);
        assertThat(decode(SnapshotCodec.encode(largest))).isEqualTo(new Decoded.Policy(largest));

        // No compiler makes it: the last catalog is one too many.
        var extra = catalogsOf(41, 1).catalogs().getLast();
        var catalogs = new ArrayList<>(largest.catalogs());
        catalogs.add(extra);
        assertRefused(decode(SnapshotCodec.encode(with(largest, catalogs))), Decoded.Refusal.COMPILE_FAILED);
    }

    @Test
    void theLargestCatalogsMakeNoMorePartsThanASnapshotMayHave() {
        // Revisions with eight profiles of all the features there may be, some 17 KB each.
        var specs = new ArrayList<DeploymentCatalog>();
        for (int c = 0; c < 90; c++) {
            specs.add(catalog("payments", "c%03d".formatted(c), wideCatalog("service-" + c, 25)));
        }

        var compilation = PolicyCompiler.compile(policy(policySpec()), specs, null);

        var policy = compiled(compilation);
        assertThat(policy.catalogs()).hasSizeBetween(60, 89);
        assertThat(TestingResources.findings(compilation))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.rule()).contains("have at most 33554432 bytes together"));
        var snapshot = SnapshotCodec.encode(policy);
        long bytes = snapshot.parts().stream()
                .mapToLong(part -> part.content().length())
                .sum();
        assertThat(bytes).isBetween(25_000_000L, 33_600_000L);
        assertThat(snapshot.parts()).hasSizeLessThanOrEqualTo(SnapshotCodec.MAX_PARTS);
    }

    private static ObjectNode wideCatalog(String service, int revisions) {
        var spec = catalogSpec();
        object(spec, "/services/0").put("name", service);
        var routed = object(spec, "/services/0/routes/0").putArray("revisions");
        routed.addObject().put("name", "r0").put("weight", 1);
        var template = object(spec, "/revisions/0").deepCopy();
        var profile = object(template, "/profiles/0").deepCopy();
        var features = profile.putArray("features");
        for (int f = 0; f < 32; f++) {
            features.add("f".repeat(60) + (100 + f));
        }
        var profiles = template.putArray("profiles");
        for (int p = 0; p < Bounds.PROFILES; p++) {
            profiles.add(profile.deepCopy().put("name", "p" + p));
        }
        var all = spec.putArray("revisions");
        for (int r = 0; r < revisions; r++) {
            all.add(template.deepCopy().put("name", "r" + r).put("service", service));
        }
        return spec;
    }

    private static Decoded forge(String content) {
        var part = new Snapshot.Part(Digests.of(content), content);
        String manifest = "{\"parts\":[\"" + part.digest() + "\"],\"schemaVersion\":1}";
        return SnapshotCodec.decode(1, Digests.of(manifest), List.of(part));
    }

    private static void assertRefused(Decoded decoded, Decoded.Refusal reason) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused -> assertThat(refused.reason())
                                .as(refused.detail())
                                .isEqualTo(reason));
    }

    private static Decoded decode(Snapshot snapshot) {
        return SnapshotCodec.decode(snapshot.schemaVersion(), snapshot.digest(), snapshot.parts());
    }

    private static AdmissionPolicy pool() {
        return compiled(_ -> {}, _ -> {});
    }

    private static String digest(AdmissionPolicy policy) {
        return SnapshotCodec.encode(policy).digest();
    }

    private static AdmissionPolicy with(AdmissionPolicy policy, List<Catalog> catalogs) {
        return new AdmissionPolicy(
                policy.durability(),
                policy.node(),
                policy.identifierLimits(),
                policy.attributeLimits(),
                policy.overload(),
                policy.loadReporters(),
                policy.feasibility(),
                policy.lease(),
                policy.history(),
                policy.trustClasses(),
                policy.queueClasses(),
                policy.cellClasses(),
                policy.tenants(),
                catalogs);
    }

    /** 100 catalogs of 100 revisions; one revision of one catalog may differ. */
    private static AdmissionPolicy large(int changed) {
        return catalogsOf(100, 100, changed);
    }

    private static AdmissionPolicy catalogsOf(int catalogs, int revisionsEach) {
        return catalogsOf(catalogs, revisionsEach, -1);
    }

    private static AdmissionPolicy catalogsOf(int count, int revisionsEach, int changed) {
        var catalogs = new ArrayList<DeploymentCatalog>();
        for (int c = 0; c < count; c++) {
            var spec = catalogSpec();
            object(spec, "/services/0").put("name", "service-" + c);
            var routed = object(spec, "/services/0/routes/0").putArray("revisions");
            var template = object(spec, "/revisions/0").deepCopy();
            var revisions = spec.putArray("revisions");
            for (int r = 0; r < revisionsEach; r++) {
                ObjectNode revision = template.deepCopy();
                revision.put("name", "r" + r).put("service", "service-" + c);
                if (c == changed && r == 50) {
                    object(revision, "/deploymentCeiling").put("cpuFuel", 400_000_000);
                }
                revisions.add(revision);
                if (r < 2) {
                    routed.addObject().put("name", "r" + r).put("weight", 1);
                }
            }
            catalogs.add(catalog("payments", "c%03d".formatted(c), spec));
        }
        return compiled(PolicyCompiler.compile(policy(policySpec()), catalogs, null));
    }

    private static void shuffleSets(JsonNode node) {
        if (node instanceof ArrayNode array) {
            var items = new ArrayList<JsonNode>();
            array.forEach(items::add);
            Collections.reverse(items);
            array.removeAll().addAll(items);
        }
        node.forEach(SnapshotCodecTest::shuffleSets);
    }
}
