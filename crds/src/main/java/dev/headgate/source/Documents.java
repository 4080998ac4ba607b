package dev.headgate.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.api.DeploymentCatalog;
import dev.headgate.api.DeploymentCatalogSpec;
import dev.headgate.api.Formats;
import dev.headgate.api.NodeAdmissionPolicy;
import dev.headgate.api.NodeAdmissionPolicySpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The policies and catalogs in files; documents of other API groups are passed over. */
final class Documents {
    /** The largest file, in characters; well above what a policy or catalog may have. */
    static final int MAX_FILE = 4 * 1024 * 1024;

    private static final String GROUP = "headgate.dev/";
    private static final String API_VERSION = GROUP + "v1alpha1";
    private static final Set<String> TOP = Set.of("apiVersion", "kind", "metadata", "spec", "status");
    private static final Set<String> WRITTEN_BY_OPERATOR = Set.of("PolicySnapshot", "SnapshotPart", "NodePin");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<PolicyDirectory.Located<NodeAdmissionPolicy>> policies = new ArrayList<>();
    private final List<PolicyDirectory.Located<DeploymentCatalog>> catalogs = new ArrayList<>();
    private final List<SourceFinding> findings = new ArrayList<>();

    List<PolicyDirectory.Located<NodeAdmissionPolicy>> policies() {
        return policies;
    }

    List<PolicyDirectory.Located<DeploymentCatalog>> catalogs() {
        return catalogs;
    }

    List<SourceFinding> findings() {
        return findings;
    }

    void add(String file, String text) {
        var settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(MAX_FILE)
                .setUseMarks(true)
                .build();
        try {
            for (Node document : new Compose(settings).composeAllFromString(text)) {
                document(file, document);
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            findings.add(new SourceFinding(file, line, "", "is no YAML: " + e.getProblem(), "correct it"));
        } catch (YamlEngineException e) {
            findings.add(new SourceFinding(file, 0, "", "is no YAML: " + e.getMessage(), "correct it"));
        }
    }

    private void document(String file, Node document) {
        if (document instanceof ScalarNode empty && empty.getValue().isEmpty()) {
            return;
        }
        var binder = new Binder(file, findings);
        int before = findings.size();
        Map<String, Node> fields = binder.fields(document, "");
        String apiVersion = text(fields.get("apiVersion"));
        String kind = text(fields.get("kind"));
        if (apiVersion == null || kind == null) {
            binder.finding(document, "", "a document needs apiVersion and kind", "add both");
            return;
        }
        if (!apiVersion.startsWith(GROUP)) {
            discardFindingsOfOthers(apiVersion, kind, before, document, binder);
            return;
        }
        if (!apiVersion.equals(API_VERSION)) {
            binder.finding(document, "apiVersion", "there is no version " + apiVersion, "write " + API_VERSION);
            return;
        }
        fields.forEach((name, value) -> {
            if (!TOP.contains(name)) {
                binder.finding(
                        value,
                        name,
                        "there is no such field",
                        Nearest.of(name, TOP)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("remove it"));
            }
        });
        Node spec = fields.get("spec");
        if (spec == null && Set.of("NodeAdmissionPolicy", "DeploymentCatalog").contains(kind)) {
            binder.finding(document, "spec", "must be given", "add the spec");
            return;
        }
        resource(file, kind, document, fields, spec, binder, before);
    }

    private void resource(
            String file,
            String kind,
            Node document,
            Map<String, Node> fields,
            @Nullable Node spec,
            Binder binder,
            int before) {
        switch (kind) {
            case "NodeAdmissionPolicy" -> {
                var metadata = metadata(fields, document, binder, false);
                var bound = binder.bind(orElse(spec, document), NodeAdmissionPolicySpec.class, "spec", 0);
                if (findings.size() == before) {
                    var policy = new NodeAdmissionPolicy();
                    policy.setMetadata(metadata);
                    policy.setSpec(read(bound, NodeAdmissionPolicySpec.class));
                    policies.add(new PolicyDirectory.Located<>(policy, positions(file, document, binder)));
                }
            }
            case "DeploymentCatalog" -> {
                var metadata = metadata(fields, document, binder, true);
                var bound = binder.bind(orElse(spec, document), DeploymentCatalogSpec.class, "spec", 0);
                if (findings.size() == before) {
                    var catalog = new DeploymentCatalog();
                    catalog.setMetadata(metadata);
                    catalog.setSpec(read(bound, DeploymentCatalogSpec.class));
                    catalogs.add(new PolicyDirectory.Located<>(catalog, positions(file, document, binder)));
                }
            }
            default ->
                binder.finding(
                        document,
                        "kind",
                        WRITTEN_BY_OPERATOR.contains(kind)
                                ? kind + " is written by the operator alone"
                                : "there is no kind " + kind,
                        "write NodeAdmissionPolicy or DeploymentCatalog");
        }
    }

    /** Other people's documents may be written as they like; a list could hide one of ours, and is refused. */
    private void discardFindingsOfOthers(String apiVersion, String kind, int before, Node document, Binder binder) {
        findings.subList(before, findings.size()).clear();
        if (apiVersion.equals("v1") && kind.equals("List")) {
            binder.finding(
                    document, "kind", "lists are not read", "write its items as documents, with --- between them");
        }
    }

    private ObjectMeta metadata(Map<String, Node> document, Node whole, Binder binder, boolean namespaced) {
        var metadata = new ObjectMeta();
        Node node = document.get("metadata");
        if (node == null) {
            binder.finding(whole, "metadata", "must be given", "add metadata with a name");
            return metadata;
        }
        var fields = binder.fields(node, "metadata");
        metadata.setName(
                name(fields.get("name"), node, "metadata.name", Formats.SUBDOMAIN, namespaced ? 253 : 200, binder));
        if (namespaced) {
            metadata.setNamespace(name(fields.get("namespace"), node, "metadata.namespace", Formats.LABEL, 63, binder));
        }
        for (String texts : List.of("labels", "annotations")) {
            Node value = fields.get(texts);
            if (value != null) {
                binder.texts(value, "metadata." + texts);
            }
        }
        return metadata;
    }

    private @Nullable String name(
            @Nullable Node node, Node whole, String path, String format, int maxLength, Binder binder) {
        if (node == null) {
            binder.finding(whole, path, "must be given", "add it");
            return null;
        }
        JsonNode bound = binder.bind(node, String.class, path, 0);
        if (bound == null) {
            return null;
        }
        if (!bound.asText().matches(format) || bound.asText().length() > maxLength) {
            binder.finding(
                    node, path, "must match " + format + " in " + maxLength + " characters", Formats.advice(format));
        }
        return bound.asText();
    }

    private static Positions positions(String file, Node document, Binder binder) {
        return new Positions(file, Binder.line(document), binder.lines());
    }

    private static Node orElse(@Nullable Node node, Node other) {
        return node == null ? other : node;
    }

    private static @Nullable String text(@Nullable Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : null;
    }

    private static <T> T read(@Nullable JsonNode bound, Class<T> type) {
        try {
            return JSON.treeToValue(bound, type);
        } catch (JsonProcessingException e) {
            throw new AssertionError("what was bound without a finding can be read", e);
        }
    }
}
