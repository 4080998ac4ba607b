package dev.headgate.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpServerRequest;

/** Answers to what the decoder could not read; the connection closes behind them. */
final class InvalidRequests {
    private InvalidRequests() {}

    static void answer(Endpoint endpoint, Connection connection, HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        FormError error = switch (cause) {
            case TooLongHttpLineException _ -> FormError.closing(414, "The request line is longer than a URI may be.");
            case TooLongHttpHeaderException _ -> FormError.closing(431, "The headers are too long.");
            case null, default -> FormError.closing(400, "The head breaks the framing of HTTP.");
        };
        new Answer(endpoint, connection, request, Route.NONE, null).refuse(error);
    }
}
