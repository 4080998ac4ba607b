package dev.headgate.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.fleet.CatalogState;
import dev.headgate.fleet.Progress;
import dev.headgate.policy.CatalogKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProbeServerTest {
    private final AtomicReference<List<String>> missing = new AtomicReference<>(List.of("nodes", "pins"));
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final ProbeServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    ProbeServerTest() throws IOException {
        server = new ProbeServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), missing::get, metrics::scrape);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        var request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void itIsReadyOnlyWhenNothingIsMissing() throws Exception {
        var waiting = ask("GET", "/readyz");
        assertThat(waiting.statusCode()).isEqualTo(503);
        assertThat(waiting.body()).isEqualTo("waiting for: nodes, pins\n");

        missing.set(List.of());

        assertThat(ask("GET", "/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void itIsAliveWhateverIsMissing() throws Exception {
        assertThat(ask("GET", "/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void metricsCountNodesByStateUntilThePolicyIsGone() throws Exception {
        metrics.policy("edge", new Progress(5, 3, 1, List.of()), 2);

        assertThat(ask("GET", "/metrics").body())
                .contains("headgate_operator_nodes{policy=\"edge\",state=\"pending\"} 1.0")
                .contains("headgate_operator_nodes{policy=\"edge\",state=\"ready\"} 3.0")
                .contains("headgate_operator_findings{policy=\"edge\"} 2.0")
                .contains("headgate_operator_reconciles_total{kind=\"node\",result=\"failed\"} 0.0")
                .contains("headgate_operator_compile_duration_seconds_count 0");

        metrics.forget("edge");

        assertThat(ask("GET", "/metrics").body()).doesNotContain("edge");
    }

    @Test
    void metricsCountCatalogsByStateUntilTheyAreGone() throws Exception {
        var payments = new CatalogKey("payments", "payments");
        metrics.catalog(payments, CatalogState.PENDING);
        metrics.catalog(new CatalogKey("refunds", "refunds"), CatalogState.EXCLUDED);

        metrics.catalog(payments, CatalogState.READY);

        assertThat(ask("GET", "/metrics").body())
                .contains("headgate_operator_catalogs{state=\"ready\"} 1.0")
                .contains("headgate_operator_catalogs{state=\"pending\"} 0.0")
                .contains("headgate_operator_catalogs{state=\"kept\"} 0.0")
                .contains("headgate_operator_catalogs{state=\"excluded\"} 1.0")
                .contains("headgate_operator_catalogs{state=\"unclaimed\"} 0.0")
                .doesNotContain("payments", "refunds");

        metrics.forgetCatalog(payments);

        assertThat(ask("GET", "/metrics").body()).contains("headgate_operator_catalogs{state=\"ready\"} 0.0");
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertThat(ask("GET", "/livez/more").statusCode()).isEqualTo(404);
        assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
        var posted = ask("POST", "/livez");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).contains("GET");
    }
}
