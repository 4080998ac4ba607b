package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.headgate.admission.Code;
import dev.headgate.admission.Reason;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.CellClassName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The closed vocabularies are spelled alike in code, in openapi.yaml and in docs/reasons (design page 12). */
class SpellingTest {
    private static final Path PAGES = Path.of("..", "docs", "reasons");

    private static List<String> inDocument(String schema) throws IOException {
        JsonNode document = new YAMLMapper()
                .readTree(Path.of("src/main/resources/openapi.yaml").toFile());
        return document.at("/components/schemas/" + schema + "/enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    private static <E> List<String> inCode(E[] values, Function<E, String> spelling) {
        return Arrays.stream(values).map(spelling).toList();
    }

    @Test
    void vocabulariesOfTheDocumentAreThoseOfTheCode() throws IOException {
        assertThat(inDocument("Reason")).containsExactlyInAnyOrderElementsOf(inCode(Reason.values(), Reason::spelling));
        assertThat(inDocument("Code")).containsExactlyInAnyOrderElementsOf(inCode(Code.values(), Code::spelling));
        assertThat(inDocument("PermitState"))
                .containsExactlyElementsOf(inCode(PermitState.values(), PermitState::spelling));
        assertThat(inDocument("SettlementCause"))
                .containsExactlyElementsOf(inCode(SettlementCause.values(), SettlementCause::spelling));
        assertThat(inDocument("Outcome")).containsExactlyElementsOf(inCode(Outcome.values(), Outcome::spelling));
        assertThat(inDocument("CellClass"))
                .containsExactlyElementsOf(inCode(CellClassName.values(), CellClassName::spelling));
        assertThat(inDocument("ScopeKind")).containsExactlyElementsOf(inCode(ScopeKind.values(), ScopeKind::spelling));
        assertThat(inDocument("Dimension")).containsExactlyElementsOf(inCode(Dimension.values(), Dimension::spelling));
    }

    @Test
    void thereIsOnePageForEachReasonAndNoOther() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.map(page -> page.getFileName().toString()).filter(name -> !name.equals("README.md")))
                    .containsExactlyInAnyOrderElementsOf(inCode(Reason.values(), reason -> reason.spelling() + ".md"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPageSaysTheCodeAndTheStatusOfItsReasonAndShowsItsProblem(Reason reason) throws IOException {
        String page = Files.readString(PAGES.resolve(reason.spelling() + ".md"));
        String json = page.substring(page.indexOf("\n{"), page.lastIndexOf("```"));
        JsonNode problem = TestingServer.JSON.readTree(json);

        assertThat(page)
                .startsWith("# " + reason.spelling() + "\n")
                .contains("Code `" + reason.code().spelling() + "` · HTTP " + reason.status());
        assertThat(problem.get("type").asText()).isEqualTo(Problem.TYPE_PREFIX + reason.spelling());
        assertThat(problem.get("code").asText()).isEqualTo(reason.code().spelling());
        assertThat(problem.get("status").asInt()).isEqualTo(reason.status());
        assertThat(problem.get("retryable").asBoolean()).isEqualTo(reason.retryable());
        assertThat(problem.has("retryAfter")).isEqualTo(reason.retryable());
    }

    @ParameterizedTest
    @EnumSource
    void theIndexListsEveryReason(Reason reason) throws IOException {
        assertThat(Files.readString(PAGES.resolve("README.md")))
                .contains("| [%s](%s.md) | %d | %s | %s |"
                        .formatted(
                                reason.spelling(),
                                reason.spelling(),
                                reason.status(),
                                reason.code().spelling(),
                                reason.retryable() ? "yes" : "no"));
    }
}
