package dev.headgate.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Holds the CRDs of the chart to the types. {@code -Dheadgate.regenerate=true} writes them anew. */
class CrdYamlTest {
    private static final Path CHART = Path.of("../helm/headgate/templates/crds");

    @Test
    void committedDefinitionsAreThoseOfTheTypes() throws IOException {
        var generated = CrdYaml.all();
        if (Boolean.getBoolean("headgate.regenerate")) {
            Files.createDirectories(CHART);
            for (var file : generated.entrySet()) {
                Files.writeString(CHART.resolve(file.getKey()), file.getValue());
            }
        }
        assertThat(committed()).isEqualTo(generated);
    }

    @Test
    void definitionsStayBelowTheLimitOfClientSideApply() {
        CrdYaml.all()
                .forEach((name, text) ->
                        assertThat(text.getBytes(UTF_8).length).as(name).isLessThan(262_144));
    }

    @Test
    void definitionsHoldNothingThatHelmWouldExpand() {
        CrdYaml.all().forEach((name, text) -> assertThat(text).as(name).doesNotContain("{{"));
    }

    @Test
    void everyFieldHasADescription() {
        CrdYaml.all()
                .forEach((name, text) -> assertThat(SchemaFields.withoutDescription(text))
                        .as(name)
                        .isEmpty());
    }

    @Test
    void everyTextListAndMapOfASpecIsBounded() {
        CrdYaml.all()
                .forEach((name, text) ->
                        assertThat(SchemaFields.unbounded(text)).as(name).isEmpty());
    }

    private static Map<String, String> committed() throws IOException {
        var files = new TreeMap<String, String>();
        try (var paths = Files.list(CHART)) {
            for (Path path : paths.toList()) {
                files.put(path.getFileName().toString(), Files.readString(path));
            }
        }
        return files;
    }
}
