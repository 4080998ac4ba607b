package dev.headgate.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one may ask without credentials: probes, scrapes and documents. None of it names a caller or a tenant. */
final class OpenRoutes {
    private OpenRoutes() {}

    static void serve(Route route, String path, Endpoint endpoint, Answer answer, Context context) {
        switch (route) {
            case LIVEZ -> answer.ok(Buffer.buffer("ok\n"));
            case READYZ -> {
                List<Readiness.Check> checks = endpoint.services().readiness().checks();
                boolean ready = checks.stream().allMatch(Readiness.Check::ok);
                answer.succeed(ready ? 200 : 503, AdminJson.readiness(checks));
            }
            case METRICS -> scrape(endpoint, answer, context);
            case OPENAPI -> answer.ok(endpoint.documents().openApi());
            case REASON -> reason(endpoint.documents().reason(route.variable(path)), answer);
            case ADMISSIONS,
                    RESOLUTIONS,
                    PERMITS,
                    PERMIT,
                    PERMIT_START,
                    PERMIT_RENEW,
                    PERMIT_TERMINATE,
                    RENEWALS,
                    PERMIT_COMPLETE,
                    PERMIT_CANCEL,
                    CANCELLATIONS,
                    QUOTA,
                    POLICY,
                    POLICY_HISTORY,
                    LOAD,
                    VERSION,
                    NONE -> throw new AssertionError("not an open route");
        }
    }

    private static void scrape(Endpoint endpoint, Answer answer, Context context) {
        context.executeBlocking(() -> endpoint.metrics().scrape()).onComplete(scraped -> {
            if (scraped.succeeded()) {
                answer.ok(Buffer.buffer(scraped.result()));
            } else {
                answer.failed(scraped.cause());
            }
        });
    }

    private static void reason(@Nullable Buffer page, Answer answer) {
        if (page == null) {
            answer.refuse(FormError.of(404, "There is no such reason."));
        } else {
            answer.ok(page);
        }
    }
}
