package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.identity.Authentication;
import dev.headgate.journal.DurabilityListener;
import dev.headgate.journal.DurableLog;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer: gather the body, judge the form, authenticate, carry out, answer (design page 2, steps 0, 2 and
 * 3; the authority does the rest). All of it runs on the event loop of the connection.
 */
final class Exchange implements Handler<Buffer>, Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final byte[] NO_BODY = {};
    private static final int MAX_DISCARDED = 1 << 20;

    private final Endpoint endpoint;
    private final Connection connection;
    private final HttpServerRequest request;
    private final String path;
    private final Route route;
    private final RequestHead head;
    private final Answer answer;
    private final Context context;
    private final BodyDeadlines deadlines;
    private @Nullable FormError error;
    private @Nullable Buffer body;
    private BodyDeadlines.@Nullable Entry deadline;
    private boolean ownsBody;
    private boolean ended;
    private int discarded;

    private Exchange(
            Endpoint endpoint,
            Connection connection,
            HttpServerRequest request,
            Context context,
            BodyDeadlines deadlines) {
        this.deadlines = deadlines;
        this.endpoint = endpoint;
        this.connection = connection;
        this.request = request;
        this.context = context;
        String requestPath = request.path();
        path = requestPath == null ? "" : requestPath;
        route = Route.of(path);
        head = RequestHead.of(request, connection.multiplexed());
        answer = new Answer(endpoint, connection, request, route, TraceParent.answering(head.traceParent()));
    }

    /** Takes a request whose head has come. */
    static void begin(
            Endpoint endpoint,
            Connection connection,
            HttpServerRequest request,
            Context context,
            BodyDeadlines deadlines) {
        Exchange exchange = new Exchange(endpoint, connection, request, context, deadlines);
        request.handler(exchange);
        request.endHandler(_ -> exchange.end());
        request.exceptionHandler(exchange::fail);
        FormError error = exchange.head.error(request, connection, endpoint.hosts(), exchange.route, Endpoint.MAX_BODY);
        exchange.error = error;
        connection.head().requestBegan();
        exchange.deadline = deadlines.await(System.nanoTime(), exchange::late);
        if (error != null && error.closes()) {
            exchange.answer.refuse(error);
        }
    }

    /** A piece of the body. */
    @Override
    public void handle(Buffer piece) {
        if (answer.given()) {
            discard(piece);
            return;
        }
        if (piece.length() == 0) {
            // HTTP/2 may end a request without a body by an empty frame.
            return;
        }
        Buffer gathered = body;
        int length = (gathered == null ? 0 : gathered.length()) + piece.length();
        if (length > Endpoint.MAX_BODY) {
            body = null;
            answer.refuse(FormError.closing(413, "The body is longer than " + Endpoint.MAX_BODY + " bytes."));
            return;
        }
        if (gathered == null) {
            body = piece;
        } else if (ownsBody) {
            gathered.appendBuffer(piece);
        } else {
            body = Buffer.buffer(2 * length).appendBuffer(gathered).appendBuffer(piece);
            ownsBody = true;
        }
    }

    /** Reads on for a while after an early answer, so that closing does not take the answer away from who still sends. */
    private void discard(Buffer piece) {
        discarded += piece.length();
        if (discarded > MAX_DISCARDED) {
            answer.closeConnection();
        }
    }

    private void end() {
        ended = true;
        connection.head().requestEnded();
        stopWaiting();
        if (answer.given()) {
            answer.closeIfPromised();
            return;
        }
        try {
            complete();
        } catch (RuntimeException | AssertionError e) {
            answer.failed(e);
        }
    }

    private void stopWaiting() {
        BodyDeadlines.Entry waiting = deadline;
        if (waiting != null) {
            waiting.done();
            deadline = null;
        }
    }

    /** The connection is gone, the stream was reset, or the body broke its framing; only the last can be answered. */
    private void fail(Throwable cause) {
        stopWaiting();
        boolean gone = cause instanceof HttpClosedException || cause instanceof StreamResetException;
        if (!ended && !gone && !answer.given() && connection.isOpen()) {
            answer.refuse(FormError.closing(400, "The body breaks the framing of HTTP."));
            connection.flush();
        }
        answer.abandon();
    }

    private void late() {
        answer.abandon();
        answer.closeConnection();
    }

    private void complete() {
        FormError found = error;
        if (found == null && !route.takesBody() && body != null) {
            found = FormError.of(400, "This request has no body.");
        }
        if (found != null) {
            answer.refuse(found);
            return;
        }
        if (route.open()) {
            OpenRoutes.serve(route, path, endpoint, answer, context);
            return;
        }
        Buffer gathered = body;
        body = null;
        switch (Commands.parse(route, path, request.query(), gathered == null ? NO_BODY : gathered.getBytes())) {
            case Parsed.Malformed<Command>(FormError malformed) -> answer.refuse(malformed);
            case Parsed.Read<Command>(Command command) -> authenticate(keyed(command));
        }
    }

    private Command keyed(Command command) {
        String header = head.idempotencyKey();
        if (header == null || !(command instanceof Command.Admit(var request))) {
            return command;
        }
        String key = Fingerprints.key(header);
        return key == null ? command : new Command.Admit(Fingerprints.keyed(request, key));
    }

    /** Step 2 comes before step 3: a node that can decide for nobody asks nobody who they are. */
    private void authenticate(Command command) {
        // Whoever repeats an admission gets what was granted, whatever the node grants by now.
        boolean repeatable = head.idempotencyKey() != null;
        if (route == Route.ADMISSIONS && !repeatable && endpoint.isDraining()) {
            answer.refuse(Rejection.of(Reason.SHUTTING_DOWN), false);
            return;
        }
        if (((route == Route.ADMISSIONS && !repeatable) || route == Route.RESOLUTIONS)
                && endpoint.services().authority().pinned() == null) {
            answer.refuse(Rejection.of(Reason.POLICY_NOT_PINNED), false);
            return;
        }
        CompletableFuture<Authentication> authentication = connection.authenticate(head.bearerToken());
        if (authentication.isDone()) {
            authenticated(authentication.join(), command);
        } else {
            var _ = authentication.whenComplete((found, failure) -> context.runOnContext(_ -> {
                try {
                    if (found == null) {
                        answer.failed(failure == null ? new IllegalStateException("no authentication") : failure);
                    } else {
                        authenticated(found, command);
                    }
                } catch (RuntimeException | AssertionError e) {
                    answer.failed(e);
                }
            }));
        }
    }

    private void authenticated(Authentication authentication, Command command) {
        if (answer.given()) {
            LOG.debug("the caller left before it was known");
            return;
        }
        switch (authentication) {
            case Authentication.Refused(Reason reason) -> answer.refuse(Rejection.of(reason), false);
            case Authentication.Known(Caller caller) -> Commands.carryOut(command, caller, endpoint, answer, this);
        }
    }

    @Override
    public void pass(long sequence, Runnable durable, Runnable undurable) {
        DurableLog<?> log = endpoint.services().log();
        if (sequence <= log.durableSequence()) {
            durable.run();
            return;
        }
        // A disk that neither writes nor fails holds nobody longer than a body that does not come.
        BodyDeadlines.Entry patience = deadlines.await(System.nanoTime(), undurable);
        log.whenDurable(sequence, new DurabilityListener() {
            @Override
            public void durable() {
                context.runOnContext(_ -> settle(patience, durable));
            }

            @Override
            public void undurable() {
                context.runOnContext(_ -> settle(patience, undurable));
            }
        });
    }

    private void settle(BodyDeadlines.Entry patience, Runnable answering) {
        patience.done();
        try {
            answering.run();
        } catch (RuntimeException | AssertionError e) {
            answer.failed(e);
        }
    }
}
