package dev.headgate.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileCommandTest {
    private static final String QUICKSTART = "../examples/quickstart";

    @TempDir
    Path directory;

    @Test
    void aPolicyWithoutFindingsIsSummedUpWithItsDigest() {
        var run = CompileRun.of(QUICKSTART);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("quickstart", "sha256:").containsPattern("revisions +1");
    }

    @Test
    void aFindingOfTheCompilerNamesFileLineFieldRuleAndAdvice() throws IOException {
        Path file = directory.resolve("policy.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of(QUICKSTART, "policy.yaml"))
                        .replace("trustClasses: [standard]", "trustClasses: [gold]"));

        var run = CompileRun.of(file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .matches(
                        "(?s)" + java.util.regex.Pattern.quote(file.toString())
                                + ":[0-9]+: spec\\.tenants\\[acme]\\.trustClasses\\[0]: the policy has no trust class gold; .+\n");
    }

    @Test
    void aCatalogThatNobodyClaimsIsNoted() {
        var run = CompileRun.of(QUICKSTART + "/policy.yaml", "../examples/pool/3-catalog.yaml");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("no tenant names namespace payments");
    }

    @Test
    void jsonOutputCanBeRead() throws IOException {
        var run = CompileRun.of("--output", "json", QUICKSTART);

        var tree = new ObjectMapper().readTree(run.out());
        assertThat(tree.at("/policies/0/digest").asText()).startsWith("sha256:");
        assertThat(tree.get("findings")).isEmpty();
    }

    @Test
    void wrongUseExitsWithTwo() {
        assertThat(CompileRun.of().exitCode()).isEqualTo(2);
        assertThat(CompileRun.of("--outputs", QUICKSTART).exitCode()).isEqualTo(2);
    }
}
