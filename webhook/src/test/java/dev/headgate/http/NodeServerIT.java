package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.http.TestingServer.Reply;
import dev.headgate.policy.HeldLimits;
import dev.headgate.pressure.LoadReport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The routes, over a real authority and a real loopback socket. */
class NodeServerIT {
    private TestingServer server = new TestingServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private void restartWith(TestingPolicy policy) {
        server.close();
        server = new TestingServer(policy);
    }

    @Test
    void anAdmissionIsCreatedWithALocationThatLeadsToThePermit() {
        Reply created = server.send("POST", "/v1/admissions", TestingServer.admission("a-1"));

        assertThat(created.status()).isEqualTo(201);
        JsonNode permit = created.json();
        assertThat(created.header("Location"))
                .isEqualTo("/v1/permits/" + permit.get("permitId").asText());
        assertThat(created.header("Cache-Control")).isEqualTo("no-store");
        assertThat(server.send("GET", created.header("Location"), null)
                        .json()
                        .get("activationId")
                        .asText())
                .isEqualTo("a-1");
    }

    @Test
    void aPermitCarriesWhatARuntimeMustEnforce() {
        JsonNode permit = server.admitted("a-1");

        assertThat(permit.get("state").asText()).isEqualTo("Queued");
        assertThat(permit.get("fencingToken").isTextual()).isTrue();
        assertThat(permit.at("/policy/digest").asText()).isEqualTo(TestingPolicy.DIGEST);
        assertThat(permit.at("/policy/generation").asLong()).isEqualTo(1);
        assertThat(permit.at("/revision/release").asText()).isEqualTo(TestingPolicy.RELEASE);
        assertThat(permit.at("/budget/wallTime").asText()).isEqualTo("10s");
        assertThat(permit.at("/budget/memory").asText()).isEqualTo("1000000");
        assertThat(permit.get("deadlineIn").asText()).isEqualTo("10s");
        assertThat(permit.at("/lease/kind").asText()).isEqualTo("Queued");
        assertThat(permit.at("/lease/expiresIn").asText()).isEqualTo("9975ms");
        assertThat(permit.at("/obligations/backend").asText()).isEqualTo("Wasm");
        assertThat(permit.at("/obligations/maxPayload").asLong()).isEqualTo(100);
    }

    @Test
    void aPermitGoesFromStartToCompletionWithTheTokenOfTheStart() {
        String path = "/v1/permits/" + server.admitted("a-1").get("permitId").asText();
        JsonNode started =
                server.send("POST", path + "/start", "{\"executorId\":\"e-1\"}").json();

        Reply completed = server.send(
                "POST",
                path + "/complete",
                "{\"fencingToken\":\"%s\",\"outcome\":\"Succeeded\"}"
                        .formatted(started.get("fencingToken").asText()));

        assertThat(started.get("state").asText()).isEqualTo("Executing");
        assertThat(completed.status()).isEqualTo(200);
        assertThat(completed.json().at("/settlement/cause").asText()).isEqualTo("Completed");
        assertThat(completed.json().at("/settlement/outcome").asText()).isEqualTo("Succeeded");
    }

    @Test
    void aConflictOverAPermitCarriesItsStateAndHowItWasSettled() {
        String path = "/v1/permits/" + server.admitted("a-1").get("permitId").asText();
        server.send("POST", path + "/cancel", null, TestingAuthenticator.RUNTIME_TOKEN);

        Reply refused = server.send("POST", path + "/start", "{\"executorId\":\"e-1\"}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.reason()).isEqualTo("permit-settled");
        assertThat(refused.json().at("/permit/state").asText()).isEqualTo("Settled");
        assertThat(refused.json().at("/permit/settlementCause").asText()).isEqualTo("Cancelled");
    }

    @Test
    void aCancellationFindsThePermitByItsActivation() {
        server.admitted("a-1");

        Reply cancelled = server.send("POST", "/v1/cancellations", "{\"tenant\":\"acme\",\"activationId\":\"a-1\"}");

        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.json().at("/settlement/cause").asText()).isEqualTo("Cancelled");
    }

    @Test
    void aResolutionIsAcceptedAgainAsTheRevisionOfAnAdmission() {
        Reply resolved = server.send("POST", "/v1/resolutions", """
                {"tenant": "acme", "routingKey": "k",
                 "target": {"service": "payments", "route": "default", "contract": "payments.v1", "function": "authorize"}}""");

        Reply admitted = server.send(
                "POST",
                "/v1/admissions",
                "{\"activationId\":\"a-1\",\"payloadBytes\":1,\"revision\":%s}".formatted(resolved.text()));

        assertThat(resolved.status()).isEqualTo(200);
        assertThat(admitted.status()).isEqualTo(201);
        assertThat(admitted.json().get("revision")).isEqualTo(resolved.json());
    }

    @Test
    void pagesOfPermitsFollowOnEachOther() {
        server.admitted("a-1");
        server.admitted("a-2");
        server.admitted("a-3");

        JsonNode first =
                server.send("GET", "/v1/permits?tenant=acme&limit=2", null).json();
        JsonNode second = server.send(
                        "GET",
                        "/v1/permits?tenant=acme&limit=2&continue="
                                + first.get("continue").asText(),
                        null)
                .json();

        assertThat(first.get("permits")).hasSize(2);
        assertThat(second.get("permits")).hasSize(1);
        assertThat(second.has("continue")).isFalse();
    }

    @Test
    void permitsOfSomebodyElseAreNotFound() {
        String path = "/v1/permits/" + server.admitted("a-1").get("permitId").asText();

        Reply refused = server.send("GET", path, null, TestingAuthenticator.BOB_TOKEN);

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.reason()).isEqualTo("permit-not-found");
    }

    @Test
    void aFullScopeIsARetryableRefusalThatNamesTheLimitOnly() {
        TestingPolicy policy = new TestingPolicy();
        policy.tenantLimits = new HeldLimits(1, 10, 1_000_000, 1_000_000_000);
        restartWith(policy);
        server.admitted("a-1");

        Reply refused = server.send("POST", "/v1/admissions", TestingServer.admission("a-2"));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.header("Headgate-Reason")).isEqualTo("capacity-exhausted");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        JsonNode problem = refused.json();
        assertThat(problem.get("type").asText()).isEqualTo("https://headgate.dev/reasons/capacity-exhausted");
        assertThat(problem.get("retryable").asBoolean()).isTrue();
        assertThat(problem.get("retryAfter").asText()).matches("[456]\\d\\dms");
        assertThat(problem.get("limit").toString())
                .isEqualTo("{\"scope\":\"tenant\",\"dimension\":\"active\",\"reason\":\"capacity-exhausted\"}");
        assertThat(problem.at("/policy/generation").asLong()).isEqualTo(1);
        assertThat(problem.get("instance").asText()).matches("urn:uuid:[0-9a-f-]{36}");
        assertThat(refused.text()).doesNotContain("acme", "a-2", "payments");
    }

    @Test
    void whoShowsNoCredentialsIsChallengedAndToldNothing() {
        Reply refused = server.send("POST", "/v1/admissions", TestingServer.admission("a-1"), null);

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"headgate\"");
        assertThat(refused.json().has("policy")).isFalse();
    }

    @Test
    void aMistakeOfFormIsReportedBeforeAnybodyIsAuthenticated() {
        Reply refused = server.send("POST", "/v1/admissions", "{\"nonsense\":1}", null);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(server.authenticator.shown).isNull();
    }

    @Test
    void whileNothingIsPinnedNobodyIsAskedWhoTheyAre() {
        server.close();
        server = TestingServer.unpinned();

        Reply refused = server.send("POST", "/v1/admissions", TestingServer.admission("a-1"), null);

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.reason()).isEqualTo("policy-not-pinned");
        assertThat(refused.header("Retry-After")).matches("[23]");
        String target = TestingServer.admission("a-1").replace("\"activationId\": \"a-1\", ", "");
        String resolution = target.replace(" \"payloadBytes\": 100, \"priority\": 5,", "");
        assertThat(server.send("POST", "/v1/resolutions", resolution, null).reason())
                .isEqualTo("policy-not-pinned");
    }

    @Test
    void quotasAreForAdministrators() {
        Reply refused = server.send("GET", "/v1/quota", null);
        Reply shown = server.send("GET", "/v1/quota?tenant=acme", null, TestingAuthenticator.ADMIN_TOKEN);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.reason()).isEqualTo("administrator-required");
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().get("quotas").toString()).contains("\"scope\":\"tenant\"");
    }

    @Test
    void theStateOfThePolicyIsShownToAdministrators() {
        Reply policy = server.send("GET", "/v1/policy", null, TestingAuthenticator.ADMIN_TOKEN);
        Reply history = server.send("GET", "/v1/policy/history", null, TestingAuthenticator.ADMIN_TOKEN);

        assertThat(policy.json().at("/pinned/digest").asText()).isEqualTo(TestingPolicy.DIGEST);
        assertThat(history.json().at("/pins/0/generation").asLong()).isEqualTo(1);
        assertThat(server.send("GET", "/v1/policy", null).reason()).isEqualTo("administrator-required");
    }

    @Test
    void aLoadReportIsTakenFromItsReporter() {
        Reply taken = server.send("PUT", "/v1/load", """
                {"instance": "agent-1", "sequence": 7, "observedAt": "2026-11-30T12:00:00Z", "cpu": "12.5%", "memory": "40%",
                 "cells": [{"class": "small", "queueDelay": "15ms", "usableParallelism": 3}]}""", TestingAuthenticator.WORKER_TOKEN);

        assertThat(taken.status()).isEqualTo(204);
        LoadReport report = server.loadReports.reports.getFirst();
        assertThat(report.cpuPerMille()).isEqualTo(125);
        assertThat(report.sequence()).isEqualTo(7);
        assertThat(report.cells().toString()).contains("queueDelayMillis=15", "usableParallelism=3");
    }

    @Test
    void aLoadReportThatCannotBeReadIsHeldAgainstItsSender() {
        Reply refused = server.send("PUT", "/v1/load", "{\"cpu\":1}", TestingAuthenticator.WORKER_TOKEN);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("field").asText()).isEqualTo("cpu");
        assertThat(server.loadReports.unreadable).containsExactly(TestingLoadReports.REPORTER);
    }

    @Test
    void readinessNamesWhatIsMissing() {
        server.checks =
                List.of(Readiness.Check.ok("pin"), Readiness.Check.missing("load", "no observation of load yet"));

        Reply reply = server.send("GET", "/readyz", null, null);

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().at("/checks/1/name").asText()).isEqualTo("load");
        assertThat(reply.json().at("/checks/1/missing").asText()).isEqualTo("no observation of load yet");
        assertThat(server.send("GET", "/livez", null, null).status()).isEqualTo(200);
    }

    @Test
    void theTypeOfAProblemHasAPageOnTheNode() {
        Reply refused = server.send("POST", "/v1/admissions", "{}");

        String type = refused.json().get("type").asText();
        Reply page = server.send("GET", type.substring("https://headgate.dev".length()), null, null);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/markdown");
        assertThat(page.text()).startsWith("# malformed-request");
    }

    @Test
    void whileShuttingDownAdmissionsAreRefusedAndEverythingElseIsServed() {
        String path = "/v1/permits/" + server.admitted("a-1").get("permitId").asText();

        server.server.drain();

        Reply refused = server.send("POST", "/v1/admissions", TestingServer.admission("a-2"));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.reason()).isEqualTo("shutting-down");
        assertThat(server.send("POST", path + "/start", "{\"executorId\":\"e-1\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void closingWaitsForTheAnswerToWhatIsInFlight() {
        CompletableFuture<String> gate = new CompletableFuture<>();
        server.authenticator.gate = gate;
        CompletableFuture<Reply> inFlight =
                CompletableFuture.supplyAsync(() -> server.send("GET", "/v1/permits?limit=1", null));
        await().until(() -> server.authenticator.shown != null);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        gate.complete("open");

        assertThat(inFlight.join().status()).isEqualTo(200);
        closing.join();
        server = new TestingServer();
    }

    @Test
    void aTraceIsContinuedWithASpanOfOurOwn() {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

        String answer =
                server.send("GET", "/livez", null, null, "traceparent", parent).header("traceparent");

        assertThat(answer)
                .matches("00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01")
                .isNotEqualTo(parent);
    }
}
