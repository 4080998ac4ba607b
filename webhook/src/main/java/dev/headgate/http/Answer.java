package dev.headgate.http;

import dev.headgate.admission.Code;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.PinRecord;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one answer to a request, its headers and what is counted about it. */
final class Answer {
    private static final Logger LOG = LoggerFactory.getLogger(Answer.class);
    private static final CharSequence HEADGATE_REASON = AsciiString.cached("headgate-reason");
    private static final CharSequence IDEMPOTENCY_REPLAYED = AsciiString.cached("idempotency-replayed");
    private static final CharSequence PERMIT_STATE = AsciiString.cached("headgate-permit-state");
    private static final CharSequence TRACE_PARENT = AsciiString.cached("traceparent");
    private static final CharSequence NO_STORE = AsciiString.cached("no-store");
    private static final CharSequence CLOSE = AsciiString.cached("close");
    private static final CharSequence CHALLENGE = AsciiString.cached("Bearer realm=\"headgate\"");

    private final Endpoint endpoint;
    private final Connection connection;
    private final HttpServerRequest request;
    private final Route route;
    private final @Nullable String traceParent;
    private final long startedNanos = System.nanoTime();
    private boolean given;
    private boolean closes;

    Answer(
            Endpoint endpoint,
            Connection connection,
            HttpServerRequest request,
            Route route,
            @Nullable String traceParent) {
        this.endpoint = endpoint;
        this.connection = connection;
        this.request = request;
        this.route = route;
        this.traceParent = traceParent;
    }

    /** Whether it was given, or nobody is there to take it. */
    boolean given() {
        return given;
    }

    /** Nobody is there to take it. */
    void abandon() {
        given = true;
    }

    /** A permit was granted, now or to an earlier request under the same key. */
    void created(Admitted admitted) {
        if (given) {
            return;
        }
        HttpServerResponse response = head(201, Media.JSON);
        response.putHeader(
                HttpHeaders.LOCATION, "/v1/permits/" + admitted.permit().permitId());
        if (admitted.replayed()) {
            response.putHeader(IDEMPOTENCY_REPLAYED, "true");
            response.putHeader(PERMIT_STATE, admitted.stateNow().spelling());
        } else {
            endpoint.metrics().countAdmitted(System.nanoTime() - startedNanos);
        }
        end(response, 201, PermitJson.permit(admitted.permit()));
    }

    /** It is in effect, and not on stable storage yet: the caller repeats it until it is. */
    void accepted(Buffer body) {
        succeed(202, body);
    }

    /** What was asked for may or may not be in effect: its record could not be made durable in time. */
    void undurable() {
        refuse(Problem.ofUnknownOutcome(), endpoint.services().authority().pinned());
    }

    void ok(Buffer body) {
        succeed(200, body);
    }

    /** An answer of the media type of its route. */
    void succeed(int status, Buffer body) {
        if (!given) {
            end(head(status, route.media()), status, body);
        }
    }

    /** Done, with nothing to say. */
    void noContent() {
        if (given) {
            return;
        }
        given = true;
        HttpServerResponse response = request.response().setStatusCode(204);
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        count(204);
        var _ = response.end();
    }

    void refuse(FormError error) {
        closes |= error.closes();
        refuse(Problem.of(error), null);
    }

    /**
     * Refuses.
     *
     * @param authenticated whether the caller is known; only then is it told what is pinned
     */
    void refuse(Rejection rejection, boolean authenticated) {
        refuse(
                Problem.of(rejection),
                authenticated ? endpoint.services().authority().pinned() : null);
    }

    /** Something is wrong with this program. */
    void failed(Throwable failure) {
        LOG.error("a request to {} failed", route.template(), failure);
        refuse(Rejection.of(Reason.INTERNAL_ERROR), false);
    }

    private void refuse(Problem problem, @Nullable PinRecord policy) {
        if (given) {
            return;
        }
        Reason reason = problem.rejection().reason();
        HttpServerResponse response = head(problem.status(), Media.PROBLEM);
        response.putHeader(HEADGATE_REASON, reason.spelling());
        if (problem.retryAfterMillis() > 0) {
            response.putHeader(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfterSeconds()));
        }
        if (reason.code() == Code.UNAUTHENTICATED) {
            response.putHeader(HttpHeaderNames.WWW_AUTHENTICATE, CHALLENGE);
        }
        if (problem.status() == 405) {
            response.putHeader(HttpHeaders.ALLOW, route.method());
        }
        if (closes && !connection.multiplexed()) {
            response.putHeader(HttpHeaders.CONNECTION, CLOSE);
        }
        if (route == Route.ADMISSIONS) {
            endpoint.metrics().countRejected(reason, System.nanoTime() - startedNanos);
        }
        LOG.debug("refused {} with {}: {}", route.template(), reason.spelling(), problem.instance());
        end(response, problem.status(), problem.body(policy));
    }

    private HttpServerResponse head(int status, Media media) {
        HttpServerResponse response = request.response().setStatusCode(status);
        response.putHeader(HttpHeaders.CONTENT_TYPE, media.contentType());
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        if (traceParent != null) {
            response.putHeader(TRACE_PARENT, traceParent);
        }
        return response;
    }

    private void end(HttpServerResponse response, int status, Buffer body) {
        given = true;
        count(status);
        var _ = response.end(body);
        if (closes && request.isEnded()) {
            closeConnection();
        }
    }

    private void count(int status) {
        String method = request.method().name();
        String known = switch (method) {
            case "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH" -> method;
            default -> "_OTHER";
        };
        endpoint.metrics().countServed(route, known, status, System.nanoTime() - startedNanos);
    }

    /** The request has come to its end after its answer. */
    void closeIfPromised() {
        if (closes) {
            closeConnection();
        }
    }

    /** Closes the connection, or the stream where others share the connection. */
    void closeConnection() {
        if (connection.multiplexed()) {
            var _ = request.response().reset(0);
        } else {
            var _ = connection.http().close();
        }
    }
}
