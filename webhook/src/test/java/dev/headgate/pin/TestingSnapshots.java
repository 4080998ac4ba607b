package dev.headgate.pin;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotAudit;
import dev.headgate.api.SnapshotPartReference;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import dev.headgate.source.PolicyDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The example of the quickstart, with as many permits for its tenant as a test likes: content that differs. */
final class TestingSnapshots {
    private static final Path EXAMPLE = Path.of("../examples/quickstart");

    private TestingSnapshots() {}

    /** Writes the example's files. */
    static void write(Path directory, int active) {
        try {
            String policy = Files.readString(EXAMPLE.resolve("policy.yaml"));
            String changed = policy.replace("nodeLimits: {active: 4,", "nodeLimits: {active: " + active + ",");
            Files.writeString(directory.resolve("policy.yaml"), changed);
            Files.copy(
                    EXAMPLE.resolve("catalog.yaml"),
                    directory.resolve("catalog.yaml"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Snapshot snapshot(int active) {
        try {
            Path directory = Files.createTempDirectory("headgate-snapshot");
            try {
                write(directory, active);
                return compile(directory);
            } finally {
                for (String name : List.of("policy.yaml", "catalog.yaml")) {
                    Files.deleteIfExists(directory.resolve(name));
                }
                Files.delete(directory);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Snapshot compile(Path directory) {
        PolicyDirectory.Read read = (PolicyDirectory.Read) PolicyDirectory.read(directory);
        Compilation compilation = PolicyCompiler.compile(
                read.policy().resource(),
                read.catalogs().stream().map(PolicyDirectory.Located::resource).toList(),
                null);
        return SnapshotCodec.encode(((Compilation.Compiled) compilation).policy());
    }

    static PolicySnapshotSpec manifest(Snapshot snapshot, long generation, String policyUid) {
        return new PolicySnapshotSpec(
                snapshot.schemaVersion(),
                "quickstart",
                policyUid,
                generation,
                snapshot.digest(),
                null,
                snapshot.parts().stream()
                        .map(part -> new SnapshotPartReference(
                                part.name(), part.digest(), part.content().getBytes(StandardCharsets.UTF_8).length))
                        .toList(),
                new SnapshotAudit(ChangeKind.INITIAL, null, null, null, null, null));
    }
}
