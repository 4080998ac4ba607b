package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.admission.TestingPolicy;
import dev.headgate.http.TestingServer.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No answer tells what is not on stable storage (design page 14, "Order, disclosure, journal"). */
class DurableAnswersIT {
    private final TestingServer server = new TestingServer(new TestingPolicy());

    @AfterEach
    void stop() {
        server.close();
    }

    private CompletableFuture<Reply> later(String method, String path, String body, String... headers) {
        return CompletableFuture.supplyAsync(() ->
                server.send(method, path, body.isEmpty() ? null : body, TestingAuthenticator.RUNTIME_TOKEN, headers));
    }

    @Test
    void whileTheDiskStandsStillNeitherAGrantNorItsRepetitionNorAReadIsAnswered() {
        String body = TestingServer.admission("a");
        server.node.log.stall();
        CompletableFuture<Reply> first = later("POST", "/v1/admissions", body, "Idempotency-Key", "\"k\"");
        await().until(() -> !server.node.log.records().isEmpty());
        CompletableFuture<Reply> repeated = later("POST", "/v1/admissions", body, "Idempotency-Key", "k");
        CompletableFuture<Reply> listed = later("GET", "/v1/permits", "");
        await().during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(4))
                .until(() -> !first.isDone() && !repeated.isDone() && !listed.isDone());

        server.node.log.sync();
        assertThat(first.join().status()).isEqualTo(201);
        assertThat(first.join().header("Idempotency-Replayed")).isEmpty();
        assertThat(repeated.join().status()).isEqualTo(201);
        assertThat(repeated.join().header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(repeated.join().json()).isEqualTo(first.join().json());
        assertThat(listed.join().json().path("permits")).hasSize(1);
    }

    @Test
    void aStartThatIsNotDurableIsNotToldToWhoeverRepeatsIt() {
        String path = "/v1/permits/" + server.admitted("a").path("permitId").asText() + "/start";
        server.node.log.stall();
        CompletableFuture<Reply> first = later("POST", path, "{\"executorId\":\"x\"}");
        await().until(() -> server.node.log.records().size() == 2);
        CompletableFuture<Reply> repeated = later("POST", path, "{\"executorId\":\"x\"}");
        CompletableFuture<Reply> other = later("POST", path, "{\"executorId\":\"y\"}");
        await().during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(4))
                .until(() -> !first.isDone() && !repeated.isDone() && !other.isDone());

        server.node.log.sync();
        assertThat(repeated.join().json().path("fencingToken"))
                .isEqualTo(first.join().json().path("fencingToken"));
        assertThat(other.join().status()).isEqualTo(409);
    }

    @Test
    void aGrantWhoseRecordFailsIsOfUnknownOutcomeAndItsRepetitionLearnsMore() {
        server.node.log.stall();
        CompletableFuture<Reply> first =
                later("POST", "/v1/admissions", TestingServer.admission("a"), "Idempotency-Key", "k");
        await().until(() -> !server.node.log.records().isEmpty());
        server.node.log.fail();
        assertThat(first.join().status()).isEqualTo(503);
        assertThat(first.join().json().path("reason").asText()).isEqualTo("journal-unavailable");
        assertThat(first.join().json().path("outcome").asText()).isEqualTo("unknown");

        server.node.log.sync();
        Reply repeated = later("POST", "/v1/admissions", TestingServer.admission("a"), "Idempotency-Key", "k")
                .join();
        assertThat(repeated.status()).isEqualTo(201);
        assertThat(repeated.header("Idempotency-Replayed")).isEqualTo("true");
    }

    @Test
    void aCompletionWhoseRecordFailsIsInEffectAndSaysThatItIsNotDurable() {
        String path = "/v1/permits/" + server.admitted("a").path("permitId").asText();
        String token = server.send("POST", path + "/start", "{\"executorId\":\"x\"}")
                .json()
                .path("fencingToken")
                .asText();
        String body = "{\"fencingToken\":\"" + token + "\",\"outcome\":\"Succeeded\"}";
        server.node.log.fail();
        Reply undurable = server.send("POST", path + "/complete", body);
        assertThat(undurable.status()).isEqualTo(202);
        assertThat(undurable.json().path("durable").asBoolean(true)).isFalse();
        assertThat(undurable.json().path("state").asText()).isEqualTo("Settled");

        server.node.log.sync();
        Reply repeated = server.send("POST", path + "/complete", body);
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(repeated.json().has("durable")).isFalse();
    }

    @Test
    void whileNothingCanBeWrittenNothingIsGrantedStartedOrRenewedAndNoRecordIsMade() {
        String path = "/v1/permits/" + server.admitted("a").path("permitId").asText();
        int before = server.node.log.records().size();
        server.node.log.fail();

        assertThat(server.send("POST", "/v1/admissions", TestingServer.admission("b"))
                        .status())
                .isEqualTo(503);
        assertThat(server.send("POST", path + "/start", "{\"executorId\":\"x\"}")
                        .status())
                .isEqualTo(503);
        assertThat(server.send("POST", path + "/renew", "{\"fencingToken\":\"1\",\"renewalSequence\":1}")
                        .status())
                .isEqualTo(503);
        assertThat(server.node.log.records()).hasSize(before);
    }

    @Test
    void anAnswerThatWaitedInVainForAStalledDiskIsOfUnknownOutcome() {
        server.node.log.stall();
        Reply reply =
                later("POST", "/v1/admissions", TestingServer.admission("a")).join();

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().path("outcome").asText()).isEqualTo("unknown");
    }
}
