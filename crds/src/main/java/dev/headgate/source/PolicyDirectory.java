package dev.headgate.source;

import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.command.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads policies and catalogs from a file or a directory, exactly as kubectl would send them to an API server, or says what
 * to change. In a directory the files {@code *.yaml}, {@code *.yml} and {@code *.json} are read in the order of their names;
 * folders inside and hidden files are not.
 */
public final class PolicyDirectory {
    private static final int MAX_FILES = 1_000;
    private static final int ATTEMPTS = 5;

    private PolicyDirectory() {}

    /** What became of the files. */
    public sealed interface Result {}

    /**
     * One policy and its catalogs, well formed; whether they hold the rules is for the compiler.
     *
     * @param policy the only policy
     * @param catalogs in the order of files
     */
    public record Read(Located<NodeAdmissionPolicy> policy, List<Located<DeploymentCatalog>> catalogs)
            implements Result {
        public Read {
            catalogs = List.copyOf(catalogs);
        }
    }

    /**
     * What is wrong.
     *
     * @param findings at least one, in the order of files and lines
     */
    public record Findings(List<SourceFinding> findings) implements Result {
        public Findings {
            findings = List.copyOf(findings);
        }
    }

    /** A resource and where its fields stand. */
    public record Located<T>(T resource, Positions positions) {}

    /** Reads a file or directory that holds exactly one policy. */
    public static Result read(Path path) {
        var documents = documents(List.of(path));
        var findings = new ArrayList<>(documents.findings());
        if (findings.isEmpty() && documents.policies().isEmpty()) {
            findings.add(new SourceFinding(path.toString(), 0, "", "holds no NodeAdmissionPolicy", "add one"));
        }
        documents.policies().stream()
                .skip(1)
                .forEach(second -> findings.add(new SourceFinding(
                        second.positions().file(),
                        second.positions().line(),
                        "",
                        "is a second NodeAdmissionPolicy",
                        "leave one")));
        return findings.isEmpty()
                ? new Read(documents.policies().getFirst(), documents.catalogs())
                : new Findings(findings);
    }

    /** Everything in some files and directories. */
    static Documents documents(List<Path> paths) {
        var documents = new Documents();
        paths.forEach(path -> add(path, documents));
        return documents;
    }

    private static void add(Path path, Documents documents) {
        try {
            if (!Files.isDirectory(path)) {
                addFile(path, path.toString(), documents);
                return;
            }
            List<Loaded> files = load(path);
            files.forEach(file -> decode(file, documents));
        } catch (IOException e) {
            documents
                    .findings()
                    .add(new SourceFinding(
                            path.toString(),
                            0,
                            "",
                            "cannot be read: " + FileTrouble.of(e),
                            "check that it exists and may be read"));
        }
    }

    private record Loaded(String name, ByteBuffer bytes) {}

    private static void addFile(Path path, String name, Documents documents) throws IOException {
        decode(new Loaded(name, bytes(path)), documents);
    }

    /**
     * All files of a directory from one moment. Kubernetes exchanges the content of a mounted ConfigMap by pointing
     * {@code ..data} elsewhere; files are read where it points, and again if it has moved meanwhile.
     */
    private static List<Loaded> load(Path directory) throws IOException {
        IOException moved = new IOException("the directory keeps changing");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path data = target(directory);
            try {
                var files = list(directory, data);
                if (target(directory).equals(data)) {
                    return files;
                }
            } catch (IOException e) {
                // The old data may vanish between listing and reading; a lasting fault comes again.
                moved = e;
            }
        }
        throw moved;
    }

    private static Path target(Path directory) throws IOException {
        Path data = directory.resolve("..data");
        return Files.exists(data) ? data.toRealPath() : directory.toRealPath();
    }

    private static List<Loaded> list(Path directory, Path data) throws IOException {
        List<Path> paths;
        try (var listed = Files.list(data)) {
            paths = listed.filter(PolicyDirectory::isSource).sorted().toList();
        }
        if (paths.size() > MAX_FILES) {
            throw new IOException("more than " + MAX_FILES + " files");
        }
        var files = new ArrayList<Loaded>();
        for (Path path : paths) {
            files.add(new Loaded(directory.resolve(path.getFileName()).toString(), bytes(path)));
        }
        return files;
    }

    private static boolean isSource(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return !name.startsWith(".")
                && (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"))
                && Files.isRegularFile(path);
    }

    private static ByteBuffer bytes(Path path) throws IOException {
        try (var in = Files.newInputStream(path)) {
            // One byte more than allowed, so that the parser sees a file that is too large.
            return ByteBuffer.wrap(in.readNBytes(Documents.MAX_FILE + 1));
        }
    }

    private static void decode(Loaded file, Documents documents) {
        if (file.bytes.remaining() > Documents.MAX_FILE) {
            documents
                    .findings()
                    .add(new SourceFinding(file.name, 0, "", "TooLarge: is larger than 4 MiB", "divide it"));
            return;
        }
        try {
            documents.add(
                    file.name,
                    StandardCharsets.UTF_8.newDecoder().decode(file.bytes).toString());
        } catch (CharacterCodingException _) {
            documents.findings().add(new SourceFinding(file.name, 0, "", "is not UTF-8", "save it as UTF-8"));
        }
    }
}
