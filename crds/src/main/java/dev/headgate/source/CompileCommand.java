package dev.headgate.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.command.CommandLines;
import dev.headgate.command.Version;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.CatalogKey;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Finding;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.SnapshotCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headgate compile}: findings of policies and catalogs in files, or their content and digest. */
@Command(
        name = "headgate compile",
        versionProvider = Version.class,
        description = {
            "Compiles policies and catalogs from files, as the operator would, without a cluster.",
            "Findings go to the error output, one a line: FILE:LINE: FIELD: RULE; ADVICE."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no findings", "1:findings", "2:wrong use"},
        footer = {
            "",
            "Each option can be given as an environment variable: --output is HEADGATE_OUTPUT.",
            "",
            "Example, as a Git hook:",
            "  headgate compile policies/"
        })
public final class CompileCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** How results are written. */
    enum Output {
        text,
        json
    }

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE|DIR",
            description =
                    "Files, or directories whose *.yaml, *.yml and *.json files are read, those of their subdirectories not."
                            + " All of them are taken together.")
    private List<Path> paths = List.of();

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (both results and findings on the standard output). Default: text.")
    private Output output = Output.text;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    private final List<SourceFinding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Map<String, Object>> contents = new ArrayList<>();

    /** Runs the command and ends the process. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs the command; writes to the standard streams. */
    public static int run(String[] args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return CommandLines.of(new CompileCommand(), System.getenv());
    }

    @Override
    public Integer call() throws JsonProcessingException {
        var documents = PolicyDirectory.documents(paths);
        findings.addAll(documents.findings());
        if (findings.isEmpty() && documents.policies().isEmpty()) {
            findings.add(new SourceFinding(
                    paths.getFirst().toString(),
                    0,
                    "",
                    "no NodeAdmissionPolicy is there to compile with",
                    "give the policy's file or directory too; subdirectories are not read"));
        }
        namesDiffer(documents.policies());
        var claimed = new HashSet<CatalogKey>();
        documents.policies().forEach(policy -> compile(policy, documents.catalogs(), claimed));
        if (findings.isEmpty()) {
            unclaimed(documents.catalogs(), claimed);
        }
        findings.sort(Comparator.comparing(SourceFinding::file)
                .thenComparingInt(SourceFinding::line)
                .thenComparing(SourceFinding::path));
        print();
        return findings.isEmpty() ? 0 : 1;
    }

    private void namesDiffer(List<PolicyDirectory.Located<NodeAdmissionPolicy>> policies) {
        var names = new HashSet<String>();
        for (var policy : policies) {
            if (!names.add(policy.resource().getMetadata().getName())) {
                findings.add(policy.positions()
                        .locate(new Finding("metadata.name", "another policy here has this name", "rename one")));
            }
        }
    }

    private void compile(
            PolicyDirectory.Located<NodeAdmissionPolicy> policy,
            List<PolicyDirectory.Located<DeploymentCatalog>> catalogs,
            Set<CatalogKey> claimed) {
        var resources = catalogs.stream().map(PolicyDirectory.Located::resource).toList();
        switch (PolicyCompiler.compile(policy.resource(), resources, null)) {
            case Compilation.Refused(var refused) ->
                refused.forEach(finding -> findings.add(policy.positions().locate(finding)));
            case Compilation.Compiled(var compiled, var outcomes) -> {
                for (var catalog : catalogs) {
                    CatalogKey key = key(catalog.resource());
                    var outcome = outcomes.get(key);
                    if (!(outcome instanceof Compilation.CatalogOutcome.Unclaimed)) {
                        claimed.add(key);
                    }
                    if (outcome instanceof Compilation.CatalogOutcome.Excluded(var _, var broken)) {
                        broken.forEach(finding -> found(catalog.positions().locate(finding)));
                    }
                }
                contents.add(content(policy.resource().getMetadata().getName(), compiled));
            }
        }
    }

    /** Two policies may find the same fault of a catalog. */
    private void found(SourceFinding finding) {
        if (!findings.contains(finding)) {
            findings.add(finding);
        }
    }

    private void unclaimed(List<PolicyDirectory.Located<DeploymentCatalog>> catalogs, Set<CatalogKey> claimed) {
        for (var catalog : catalogs) {
            CatalogKey key = key(catalog.resource());
            if (!claimed.contains(key)) {
                notes.add(catalog.positions().file() + ": note: no tenant names namespace " + key.namespace()
                        + ", so catalog " + key + " is not served");
            }
        }
    }

    private static Map<String, Object> content(String name, AdmissionPolicy policy) {
        var snapshot = SnapshotCodec.encode(policy);
        var content = new LinkedHashMap<String, Object>();
        content.put("policy", name);
        content.put("digest", snapshot.digest());
        content.put("tenants", policy.tenants().size());
        content.put("catalogs", policy.catalogs().size());
        content.put(
                "services",
                policy.catalogs().stream().mapToInt(c -> c.services().size()).sum());
        content.put(
                "revisions",
                policy.catalogs().stream().mapToInt(c -> c.revisions().size()).sum());
        content.put("parts", snapshot.parts().size());
        content.put(
                "bytes",
                snapshot.parts().stream()
                        .mapToInt(part -> part.content().getBytes(StandardCharsets.UTF_8).length)
                        .sum());
        return content;
    }

    private void print() throws JsonProcessingException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (output == Output.json) {
            out.println(JSON.writeValueAsString(Map.of(
                    "policies", findings.isEmpty() ? contents : List.of(), "findings", findings, "notes", notes)));
        } else {
            notes.forEach(err::println);
            findings.forEach(err::println);
            if (findings.isEmpty()) {
                contents.forEach(content -> content.forEach((what, value) -> out.printf("%-10s %s%n", what, value)));
            }
        }
        out.flush();
        err.flush();
    }

    private static CatalogKey key(DeploymentCatalog catalog) {
        return new CatalogKey(
                catalog.getMetadata().getNamespace(), catalog.getMetadata().getName());
    }
}
