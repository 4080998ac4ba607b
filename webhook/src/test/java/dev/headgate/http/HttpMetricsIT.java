package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.policy.HeldLimits;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Prometheus scrapes (design page 13, "Metrics"). */
class HttpMetricsIT {
    private TestingServer server = new TestingServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private String scraped() {
        return server.send("GET", "/metrics", null, null).text();
    }

    @Test
    void everyReasonIsThereAtZeroFromTheStart() {
        String text = scraped();

        for (Reason reason : Reason.values()) {
            assertThat(text)
                    .contains("headgate_admissions_total{decision=\"rejected\",reason=\"" + reason.spelling()
                            + "\"} 0.0\n");
        }
        assertThat(text).contains("headgate_admissions_total{decision=\"admitted\",reason=\"none\"} 0.0\n");
    }

    @Test
    void decisionsAreCountedByReason() {
        server.admitted("a-1");
        server.send("POST", "/v1/admissions", TestingServer.admission("a-1"));
        server.send("POST", "/v1/admissions", "{", null);

        assertThat(scraped())
                .contains("headgate_admissions_total{decision=\"admitted\",reason=\"none\"} 1.0\n")
                .contains("headgate_admissions_total{decision=\"rejected\",reason=\"activation-id-unavailable\"} 1.0\n")
                .contains("headgate_admissions_total{decision=\"rejected\",reason=\"malformed-request\"} 1.0\n")
                .contains("headgate_admission_duration_seconds_bucket{decision=\"admitted\",le=\"+Inf\"} 1\n")
                .contains("headgate_admission_duration_seconds_count{decision=\"rejected\"} 2\n");
    }

    @Test
    void stateUseAndLimitsAreShownByKindOfScope() {
        server.close();
        TestingPolicy policy = new TestingPolicy();
        policy.nodeLimits = new HeldLimits(4, 4, 1_000_000, 1_000_000_000);
        server = new TestingServer(policy);
        server.checks = List.of(Readiness.Check.ok("pin"), Readiness.Check.missing("load", "nothing observed"));
        server.admitted("a-1");

        assertThat(scraped())
                .contains("headgate_permits{state=\"Queued\"} 1.0\n")
                .contains("headgate_permits{state=\"Executing\"} 0.0\n")
                .contains("headgate_usage_ratio{dimension=\"active\",scope=\"node\"} 0.25\n")
                .contains("headgate_limit{dimension=\"active\",scope=\"node\"} 4.0\n")
                .contains("headgate_ready{check=\"pin\"} 1.0\n")
                .contains("headgate_ready{check=\"load\"} 0.0\n")
                .contains("headgate_policy_pinned_generation 1.0\n")
                .contains("headgate_policy_snapshot_age_seconds ");
    }

    @Test
    void requestsAreTimedByRouteMethodAndStatus() {
        server.send("GET", "/livez", null, null);

        assertThat(scraped())
                .contains("http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_code=\"200\",http_route=\"/livez\"} 1\n");
    }

    @Test
    void nothingOfACallerIsInAnyLabelAndCallersMakeNoSeries() {
        String known = UUID.randomUUID().toString();
        server.admitted(known);
        server.send("GET", "/v1/permits/" + known, null);
        server.send("PUT", "/warm-up", "{}");
        long before = scraped().lines().count();

        for (int i = 0; i < 50; i++) {
            String unknown = UUID.randomUUID().toString();
            server.send(
                    "POST", "/v1/admissions", TestingServer.admission(unknown).replace("acme", unknown), unknown);
            server.send("GET", "/v1/permits/" + unknown, null);
            server.send("PUT", "/" + unknown, "{}");
        }
        server.send("POST", "/v1/admissions", TestingServer.admission("x").replace("acme", "y"));

        String after = scraped();
        assertThat(after).doesNotContain("acme", "runtime", "payments", known, "a-1");
        assertThat(after.lines().filter(line -> line.matches(".*[0-9a-f]{8}-[0-9a-f]{4}-.*")))
                .isEmpty();
        // The first refusals bring their own status codes; fifty callers bring no more than one does.
        assertThat(after.lines().count() - before).isLessThan(60);
    }
}
