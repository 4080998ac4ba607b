package dev.headgate.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The headers of a request that this server heeds, gathered in one pass. */
final class RequestHead implements BiConsumer<String, String> {
    private static final int MAX_URI = 4_096;
    private static final String BEARER = "Bearer ";

    private int hosts;
    private int authorizations;
    private int contentTypes;
    private @Nullable String host;
    private @Nullable String authorization;
    private @Nullable String contentType;
    private @Nullable String contentEncoding;
    private @Nullable String contentLength;
    private @Nullable String accept;
    private @Nullable String traceParent;
    private @Nullable String idempotencyKey;
    private int idempotencyKeys;
    private boolean expects;

    private RequestHead() {}

    static RequestHead of(HttpServerRequest request, boolean multiplexed) {
        RequestHead head = new RequestHead();
        request.headers().forEach(head);
        if (multiplexed) {
            // Vert.x has refused a Host header that differs from the authority.
            HostAndPort authority = request.authority();
            head.host = authority == null ? null : hostOf(authority);
            head.hosts = authority == null ? 0 : 1;
        }
        return head;
    }

    private static String hostOf(HostAndPort authority) {
        String host = authority.host();
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    @Override
    public void accept(String name, String value) {
        switch (name.length()) {
            case 4 -> {
                if (name.equalsIgnoreCase("host")) {
                    hosts++;
                    host = value;
                }
            }
            case 6 -> {
                if (name.equalsIgnoreCase("accept")) {
                    accept = accept == null ? value : accept + "," + value;
                } else if (name.equalsIgnoreCase("expect")) {
                    expects = true;
                }
            }
            case 11 -> {
                if (name.equalsIgnoreCase("traceparent")) {
                    traceParent = value;
                }
            }
            case 12 -> {
                if (name.equalsIgnoreCase("content-type")) {
                    contentTypes++;
                    contentType = value;
                }
            }
            case 13 -> {
                if (name.equalsIgnoreCase("authorization")) {
                    authorizations++;
                    authorization = value;
                }
            }
            case 14 -> {
                if (name.equalsIgnoreCase("content-length")) {
                    contentLength = value;
                }
            }
            case 15 -> {
                if (name.equalsIgnoreCase("idempotency-key")) {
                    idempotencyKeys++;
                    idempotencyKey = value;
                }
            }
            case 16 -> {
                if (name.equalsIgnoreCase("content-encoding")) {
                    contentEncoding = value;
                }
            }
            default -> {
                // Nothing this server heeds.
            }
        }
    }

    @Nullable String traceParent() {
        return traceParent;
    }

    /** The token of the {@code Authorization} header, or null where there is none of that scheme. */
    @Nullable String bearerToken() {
        String value = authorization;
        return value != null && value.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? value.substring(BEARER.length()).strip()
                : null;
    }

    /** The {@code Idempotency-Key} header, or null where there is none. */
    @Nullable String idempotencyKey() {
        return idempotencyKey;
    }

    /** What is wrong with the head of a request for this route, in the order in which it is found; null if nothing is. */
    @Nullable FormError error(HttpServerRequest request, Connection connection, Hosts allowed, Route route, int maxBody) {
        if (hosts != 1 || host == null) {
            return FormError.closing(400, "A request has exactly one Host.");
        }
        if (request.uri().length() > MAX_URI) {
            return FormError.closing(414, "The URI is longer than " + MAX_URI + " bytes.");
        }
        Hosts.Verdict verdict = connection.judge(host, allowed);
        if (verdict == Hosts.Verdict.MALFORMED) {
            return FormError.closing(400, "The Host is malformed.");
        }
        if (verdict == Hosts.Verdict.UNKNOWN) {
            return FormError.of(421, "This node does not answer to that Host.");
        }
        if (authorizations > 1) {
            return FormError.of(400, "A request has at most one Authorization.");
        }
        if (idempotencyKeys > 1 || (idempotencyKey != null && Fingerprints.key(idempotencyKey) == null)) {
            return FormError.of(
                    400,
                    "The Idempotency-Key must be one string of 1 to " + Fingerprints.MAX_KEY
                            + " visible characters, quoted or bare.");
        }
        if (expects) {
            return FormError.closing(417, "This server meets no expectation; send the body at once.");
        }
        if (isAbove(contentLength, maxBody)) {
            return FormError.closing(413, "The body is longer than " + maxBody + " bytes.");
        }
        return routeError(request, route);
    }

    private @Nullable FormError routeError(HttpServerRequest request, Route route) {
        if (route == Route.NONE) {
            return FormError.of(404, "There is nothing at this path.");
        }
        if (!request.method().name().equals(route.method())) {
            return FormError.of(405, "The method is not allowed here.");
        }
        if (!route.media().acceptedBy(accept)) {
            return FormError.of(406, "The answer has a media type that the request does not accept.");
        }
        return route.takesBody() ? bodyError(route) : null;
    }

    private @Nullable FormError bodyError(Route route) {
        if (contentEncoding != null && !contentEncoding.equalsIgnoreCase("identity")) {
            return FormError.of(415, "The body must not be encoded.");
        }
        boolean bodyMayBeMissing = route == Route.PERMIT_CANCEL && contentTypes == 0;
        if (!bodyMayBeMissing && (contentTypes != 1 || !isJson(contentType))) {
            return FormError.of(415, "The body must be application/json.");
        }
        return null;
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null || contentType.equals("application/json")) {
            return contentType != null;
        }
        String compact = contentType.toLowerCase(Locale.ROOT).replace(" ", "").replace("\"", "");
        return compact.equals("application/json") || compact.equals("application/json;charset=utf-8");
    }

    /** The decoder has seen to it that the text is one number; a number beyond a long is above too. */
    private static boolean isAbove(@Nullable String contentLength, int most) {
        if (contentLength == null || contentLength.length() < 5) {
            return false;
        }
        try {
            return Long.parseLong(contentLength) > most;
        } catch (NumberFormatException _) {
            return true;
        }
    }
}
