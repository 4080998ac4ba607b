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
        "minimal, sha256:87c27701962d095576946be593f17412568d6a1463cc5d311b967264518c355f",
        "quickstart, sha256:84a395c6ef1c77fe909d3afc567b9c11d233a0569c1856caa1a2c7a88756b5ce",
        "cluster, sha256:0e042cf48063314f15838f6bb24ad071cf7709ebb06980a57ffefca577e79680",
        "pool, sha256:9fa898c72581395bba5c3786821a1de3f6d659e4d050ed9de807fd053c9135a1",
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
