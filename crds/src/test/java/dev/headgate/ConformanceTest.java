package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/conformance.md} names is there: each class and file, each test, each reason. */
class ConformanceTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("(\\w+(?:Test|IT))#(\\w+)");
    private static final Pattern TYPE = Pattern.compile("[a-z]+\\.[A-Z]\\w+");
    private static final Pattern FILE = Pattern.compile("\\.?\\w+(/[\\w.-]+)+");
    private static final Pattern REASON = Pattern.compile("[a-z]+(-[a-z]+)+");

    private final String page;
    private final List<Path> sources;

    ConformanceTest() throws IOException {
        page = Files.readString(ROOT.resolve("docs/conformance.md"));
        sources = new ArrayList<>();
        for (String module : List.of("crds", "webhook", "operator", "e2e")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
    }

    @Test
    void everyTestOnThePageExists() throws IOException {
        var missing = new TreeSet<String>();
        int found = 0;
        for (String word : words()) {
            var test = TEST.matcher(word);
            if (test.matches() && !isTest(test.group(1), test.group(2))) {
                missing.add(word);
            }
            found += test.matches() ? 1 : 0;
        }
        assertThat(missing).isEmpty();
        assertThat(found).isGreaterThan(100);
    }

    @Test
    void everyClassFileAndReasonOnThePageExists() {
        var missing = new TreeSet<String>();
        for (String word : words()) {
            boolean there = TYPE.matcher(word).matches()
                    ? sources.stream()
                            .anyMatch(file -> file.endsWith("dev/headgate/" + word.replace('.', '/') + ".java"))
                    : FILE.matcher(word).matches()
                            ? Files.exists(ROOT.resolve(word))
                            : !REASON.matcher(word).matches()
                                    || Files.exists(ROOT.resolve("docs/reasons/" + word + ".md"));
            if (!there) {
                missing.add(word);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyStatementNamesWhereItLivesAndWhatShowsIt() {
        var incomplete = page.lines()
                .filter(line -> line.startsWith("|") && !line.startsWith("| ---"))
                .filter(line -> !line.contains("| shown by |"))
                .filter(line -> !line.contains("#")
                        || !Arrays.stream(line.split("`", -1))
                                .anyMatch(word -> TYPE.matcher(word).matches()))
                .toList();
        assertThat(incomplete).isEmpty();
    }

    private List<String> words() {
        var words = new ArrayList<String>();
        var code = CODE.matcher(page);
        while (code.find()) {
            words.add(code.group(1));
        }
        return words;
    }

    /** Of a name that several modules use, one is enough. */
    private boolean isTest(String type, String member) throws IOException {
        var declared = Pattern.compile("(void|ArchRule) " + member + "( =|\\()");
        for (Path file : sources) {
            if (file.endsWith(type + ".java")
                    && declared.matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
