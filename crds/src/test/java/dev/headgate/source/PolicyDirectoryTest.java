package dev.headgate.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyDirectoryTest {
    @TempDir
    Path directory;

    private String policy = "";
    private String catalog = "";

    @BeforeEach
    void readExample() throws IOException {
        policy = Files.readString(Path.of("../examples/quickstart/policy.yaml"));
        catalog = Files.readString(Path.of("../examples/quickstart/catalog.yaml"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maxPriority: 7|maxPriority: 010|spec.tenants[acme].maxPriority|YAML 1.1",
                "maxPriority: 7|maxPriority: 1_0|spec.tenants[acme].maxPriority|YAML 1.1",
                "maxPriority: 7|maxPriority: 1:30|spec.tenants[acme].maxPriority|YAML 1.1",
                "maxPriority: 7|maxPriority: 0x7|spec.tenants[acme].maxPriority|YAML 1.1",
                "maxPriority: 7|maxPriority: 7.0|spec.tenants[acme].maxPriority|YAML 1.1",
                "maxPriority: 7|maxPriority: \"7\"|spec.tenants[acme].maxPriority|whole number",
                "maxPriority: 7|maxPriority: 99999999999|spec.tenants[acme].maxPriority|too large",
                "maxPriority: 7|maxPriority:|spec.tenants[acme].maxPriority|has no value",
                "maxPriority: 7|maxPriority: [7]|spec.tenants[acme].maxPriority|single value",
                "maxPriority: 7|maxPriorty: 7|spec.tenants[acme].maxPriorty|did you mean maxPriority?",
                "name: acme|name: no|spec.tenants[no].name|quote it",
                "name: acme|name: on|spec.tenants[on].name|quote it",
                "name: acme|name: 2026-01-01|spec.tenants[2026-01-01].name|quote it",
                "name: acme|name: 12|spec.tenants[12].name|quote it",
                "name: acme|name: !secret acme|spec.tenants[acme].name|tag",
                "durability: Journal|durability: journal|spec.durability|did you mean Journal?",
                "maxPayload: 16Ki|maxPayload: 1.5|spec.tenants[acme].maxPayload|YAML 1.1",
                "maxPriority: 7|maxPriority: 7\\n    maxPriority: 8|spec.tenants[acme].maxPriority|given twice",
                "kind: NodeAdmissionPolicy|kind: NodePin|kind|written by the operator",
                "kind: NodeAdmissionPolicy|kind: Nodes|kind|there is no kind Nodes",
                "v1alpha1|v1|apiVersion|there is no version",
                "name: quickstart\\nspec|nam: quickstart\\nspec|metadata.name|must be given",
            })
    void whatKubectlWouldReadDifferentlyIsRefusedWithItsLine(String from, String to, String path, String rule)
            throws IOException {
        String changed = policy.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
        assertThat(changed).isNotEqualTo(policy);
        write("policy.yaml", changed);

        assertThat(findings()).anySatisfy(finding -> {
            assertThat(finding.path()).isEqualTo(path);
            assertThat(finding.rule() + finding.advice()).contains(rule);
            assertThat(finding.line()).isPositive();
        });
    }

    @Test
    void aFindingNamesTheLineOfItsField() throws IOException {
        write("policy.yaml", policy.replace("maxPriority: 7", "maxPriority: 010"));
        int line = policy.substring(0, policy.indexOf("maxPriority: 7")).split("\n", -1).length;

        assertThat(findings()).extracting(SourceFinding::line).containsExactly(line);
    }

    @Test
    void aWholeNumberOfBytesNeedsNoQuotes() throws IOException {
        write("policy.yaml", policy.replace("maxPayload: 16Ki", "maxPayload: 16384"));

        assertThat(CompileRun.of(directory.toString()).err()).isEmpty();
    }

    @Test
    void documentsOfOthersArePassedOver() throws IOException {
        write("policy.yaml", policy + "---\napiVersion: v1\nkind: ConfigMap\ndata: {a: no, a: yes}\n---\n");

        assertThat(PolicyDirectory.read(directory)).isInstanceOf(PolicyDirectory.Read.class);
    }

    @Test
    void aListThatCouldHideAPolicyIsRefused() throws IOException {
        write("policy.yaml", policy + "---\napiVersion: v1\nkind: List\nitems: []\n");

        assertThat(findings()).extracting(SourceFinding::rule).containsExactly("lists are not read");
    }

    @Test
    void aliasesThatMultiplyAreStopped() throws IOException {
        var bomb = new StringBuilder("""
                apiVersion: headgate.dev/v1alpha1
                kind: NodeAdmissionPolicy
                metadata: {name: a}
                x0: &x0 {kind: User, name: a}
                x1: &x1 [*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0]
                """);
        for (int i = 2; i < 9; i++) {
            String alias = "*x" + (i - 1);
            bomb.append("x%d: &x%d [%s]\n".formatted(i, i, String.join(",", java.util.Collections.nCopies(10, alias))));
        }
        write("policy.yaml", bomb + "spec: {tenants: *x8}\n");

        assertThat(findings()).isNotEmpty();
    }

    @Test
    void anEndlessAliasIsStopped() throws IOException {
        write("policy.yaml", policy.replace("  node:\n", "  node: &node\n    limits: *node\n"));

        assertThat(findings()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [", "\t- a", "a: 'b", "%YAML 3.0\n---\na: b", "a: *nothing", "[1, 2]", "text", "null"})
    void whatIsNoResourceIsAFinding(String text) throws IOException {
        write("policy.yaml", text);

        assertThat(findings()).isNotEmpty();
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() throws IOException {
        Files.write(
                directory.resolve("policy.yaml"), policy.replace("hello", "ä").getBytes(StandardCharsets.UTF_16));

        assertThat(findings()).extracting(SourceFinding::rule).containsExactly("is not UTF-8");
    }

    @Test
    void aMissingDirectoryIsAFinding() {
        assertThat(CompileRun.of(directory.resolve("none").toString()).exitCode())
                .isEqualTo(1);
    }

    @Test
    void aDirectoryWithoutPolicyIsAFinding() throws IOException {
        write("catalog.yaml", catalog);

        assertThat(findings()).extracting(SourceFinding::rule).containsExactly("holds no NodeAdmissionPolicy");
    }

    @Test
    void aSecondPolicyIsAFinding() throws IOException {
        write("a.yaml", policy);
        write("b.yml", policy.replace("name: quickstart\nspec", "name: other\nspec"));

        assertThat(findings()).extracting(SourceFinding::rule).containsExactly("is a second NodeAdmissionPolicy");
    }

    @Test
    void aMountedConfigMapIsReadWhereItsDataPoints() throws IOException {
        Path data = Files.createDirectory(directory.resolve("..2026_12_01"));
        Files.writeString(data.resolve("policy.yaml"), policy);
        Files.createSymbolicLink(directory.resolve("..data"), data.getFileName());
        Files.createSymbolicLink(directory.resolve("policy.yaml"), Path.of("..data", "policy.yaml"));

        assertThat(PolicyDirectory.read(directory)).isInstanceOf(PolicyDirectory.Read.class);
    }

    private java.util.List<SourceFinding> findings() {
        return switch (PolicyDirectory.read(directory)) {
            case PolicyDirectory.Findings(var findings) -> findings;
            case PolicyDirectory.Read read -> throw new AssertionError("was read: " + read);
        };
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }
}
