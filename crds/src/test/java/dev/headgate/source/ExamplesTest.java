package dev.headgate.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.Decoded;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples compile, to the content that is committed here: a change of the program must not change a digest. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("../examples");

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "quickstart", "cluster", "pool"})
    void anExampleCompilesWithoutFindings(String name) {
        var run = CompileRun.of(EXAMPLES.resolve(name).toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "minimal, sha256:978045bc0084665c38f7c3e5449cb73bdbb8e409f33f823045a77627a1e719bf",
        "quickstart, sha256:8c6c647113559ca8b16a0a58b00dac5e5eee419fc331a3c147ae4cb4ee8993f7",
        "cluster, sha256:1d335cb2e85f632f83b5ba082372262718f1e7e17345d316aa02b1161c594ac8",
        "pool, sha256:caa69d282fc60e87160811fdf859c47dc66a466abaaff494fdb920f61f1ca583",
    })
    void theDigestOfAnExampleIsTheCommittedOne(String name, String digest) {
        assertThat(snapshot(name).digest()).isEqualTo(digest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "quickstart", "cluster", "pool"})
    void aDecodedExampleIsThePolicyThatWasEncoded(String name) {
        Snapshot snapshot = snapshot(name);

        var decoded = SnapshotCodec.decode(snapshot.schemaVersion(), snapshot.digest(), snapshot.parts());

        assertThat(decoded).isEqualTo(new Decoded.Policy(policy(name)));
    }

    @Test
    void theMinimalPolicyHasAtMostTwentyFiveLines() throws IOException {
        assertThat(Files.readAllLines(EXAMPLES.resolve("minimal/policy.yaml"))).hasSizeLessThanOrEqualTo(25);
    }

    private static Snapshot snapshot(String name) {
        return SnapshotCodec.encode(policy(name));
    }

    private static AdmissionPolicy policy(String name) {
        if (PolicyDirectory.read(EXAMPLES.resolve(name)) instanceof PolicyDirectory.Read(var policy, var catalogs)
                && PolicyCompiler.compile(
                                policy.resource(),
                                catalogs.stream()
                                        .map(PolicyDirectory.Located::resource)
                                        .toList(),
                                null)
                        instanceof Compilation.Compiled(var compiled, var _)) {
            return compiled;
        }
        throw new AssertionError(name + " does not compile");
    }
}
