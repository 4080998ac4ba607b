package dev.headgate.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Resources that stand whole in the documentation compile. */
class DocumentationTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\R(.*?)^```");

    @Test
    void everyWholeResourceInTheDocumentationCanBeRead() throws IOException {
        int resources = 0;
        for (Path page : pages()) {
            var blocks = BLOCK.matcher(Files.readString(page));
            while (blocks.find()) {
                var documents = new Documents();
                if (blocks.group(1).contains("apiVersion: headgate.dev")) {
                    documents.add(page.toString(), blocks.group(1));
                    resources++;
                }
                assertThat(documents.findings())
                        .as(page + "\n" + blocks.group(1))
                        .isEmpty();
            }
        }
        assertThat(resources).isPositive();
    }

    @Test
    void theMinimalPolicyOfTheDocumentationIsTheExample() throws IOException {
        var block = BLOCK.matcher(Files.readString(DOCS.resolve("resources.md")));
        assertThat(block.find()).isTrue();
        Path copy = Files.createTempFile("policy", ".yaml");
        try {
            Files.writeString(copy, block.group(1));
            var documented = CompileRun.of(copy.toString());

            assertThat(documented.exitCode()).isZero();
            assertThat(documented.out())
                    .isEqualTo(CompileRun.of("../examples/minimal").out());
        } finally {
            Files.delete(copy);
        }
    }

    private static List<Path> pages() throws IOException {
        var pages = new ArrayList<Path>();
        try (var files = Files.walk(DOCS)) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }
}
