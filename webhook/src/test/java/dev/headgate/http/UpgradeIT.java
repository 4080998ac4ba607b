package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Java's own client asks each plain server to upgrade to HTTP/2, so that is how a runtime written in Java calls first. */
class UpgradeIT {
    private static TestingServer server;

    @BeforeAll
    static void start() {
        server = new TestingServer(List.of(new Listener.Plain("127.0.0.1", 0)), options -> options);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private static int status(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        return response.statusCode();
    }

    @Test
    void aFirstRequestWithoutABodyIsAnsweredOverTheUpgradedConnection() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(status(client, to("/livez").build())).isEqualTo(200);
            assertThat(status(client, to("/livez").build())).isEqualTo(200);
        }
    }

    @Test
    void aFirstRequestWithABodyIsAnsweredOverTheUpgradedConnection() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = to("/v1/resolutions")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"nonsense\": 1}"))
                    .build();

            assertThat(status(client, request)).isEqualTo(400);
            assertThat(status(client, to("/livez").build())).isEqualTo(200);
        }
    }
}
