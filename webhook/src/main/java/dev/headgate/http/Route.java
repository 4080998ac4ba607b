package dev.headgate.http;

/** What this server serves: nothing else, and each with one method (design pages 6 and 13). */
enum Route {
    ADMISSIONS("POST", "/v1/admissions", Media.JSON),
    RESOLUTIONS("POST", "/v1/resolutions", Media.JSON),
    PERMITS("GET", "/v1/permits", Media.JSON),
    PERMIT("GET", "/v1/permits/{permitId}", Media.JSON),
    PERMIT_START("POST", "/v1/permits/{permitId}/start", Media.JSON),
    PERMIT_RENEW("POST", "/v1/permits/{permitId}/renew", Media.JSON),
    PERMIT_COMPLETE("POST", "/v1/permits/{permitId}/complete", Media.JSON),
    PERMIT_CANCEL("POST", "/v1/permits/{permitId}/cancel", Media.JSON),
    PERMIT_TERMINATE("POST", "/v1/permits/{permitId}/terminate", Media.JSON),
    RENEWALS("POST", "/v1/renewals", Media.JSON),
    CANCELLATIONS("POST", "/v1/cancellations", Media.JSON),
    QUOTA("GET", "/v1/quota", Media.JSON),
    POLICY("GET", "/v1/policy", Media.JSON),
    POLICY_HISTORY("GET", "/v1/policy/history", Media.JSON),
    LOAD("PUT", "/v1/load", Media.JSON),
    VERSION("GET", "/v1", Media.JSON),
    REASON("GET", "/reasons/{reason}", Media.MARKDOWN),
    OPENAPI("GET", "/openapi.yaml", Media.YAML),
    LIVEZ("GET", "/livez", Media.TEXT),
    READYZ("GET", "/readyz", Media.JSON),
    METRICS("GET", "/metrics", Media.TEXT),
    /** No such path. */
    NONE("", "none", Media.JSON);

    private static final String PERMIT_PREFIX = "/v1/permits/";
    private static final String REASON_PREFIX = "/reasons/";

    private final String method;
    private final String template;
    private final Media media;

    Route(String method, String template, Media media) {
        this.method = method;
        this.template = template;
        this.media = media;
    }

    /** The one method it has. */
    String method() {
        return method;
    }

    /** Its path, with the name of what varies in braces; also its name in metrics. */
    String template() {
        return template;
    }

    /** What it answers with when it succeeds. */
    Media media() {
        return media;
    }

    /** Whether its requests have a body. */
    boolean takesBody() {
        return !method.equals("GET");
    }

    /** Whether one may speak here without credentials: probes, scrapes, documents. */
    boolean open() {
        return switch (this) {
            case REASON, OPENAPI, LIVEZ, READYZ, METRICS, NONE -> true;
            case ADMISSIONS,
                    RESOLUTIONS,
                    PERMITS,
                    PERMIT,
                    PERMIT_START,
                    PERMIT_RENEW,
                    PERMIT_COMPLETE,
                    PERMIT_CANCEL,
                    PERMIT_TERMINATE,
                    RENEWALS,
                    CANCELLATIONS,
                    QUOTA,
                    POLICY,
                    POLICY_HISTORY,
                    LOAD,
                    VERSION -> false;
        };
    }

    /** Which one a path is. */
    static Route of(String path) {
        return switch (path) {
            case "/v1/admissions" -> ADMISSIONS;
            case "/v1/resolutions" -> RESOLUTIONS;
            case "/v1/permits" -> PERMITS;
            case "/v1/renewals" -> RENEWALS;
            case "/v1/cancellations" -> CANCELLATIONS;
            case "/v1/quota" -> QUOTA;
            case "/v1/policy" -> POLICY;
            case "/v1/policy/history" -> POLICY_HISTORY;
            case "/v1/load" -> LOAD;
            case "/v1" -> VERSION;
            case "/openapi.yaml" -> OPENAPI;
            case "/livez" -> LIVEZ;
            case "/readyz" -> READYZ;
            case "/metrics" -> METRICS;
            default -> ofPrefix(path);
        };
    }

    private static Route ofPrefix(String path) {
        if (path.startsWith(REASON_PREFIX)) {
            return isSegment(path, REASON_PREFIX.length(), path.length()) ? REASON : NONE;
        }
        if (!path.startsWith(PERMIT_PREFIX)) {
            return NONE;
        }
        int end = path.indexOf('/', PERMIT_PREFIX.length());
        if (end < 0) {
            return isSegment(path, PERMIT_PREFIX.length(), path.length()) ? PERMIT : NONE;
        }
        if (!isSegment(path, PERMIT_PREFIX.length(), end)) {
            return NONE;
        }
        return switch (path.substring(end + 1)) {
            case "start" -> PERMIT_START;
            case "renew" -> PERMIT_RENEW;
            case "terminate" -> PERMIT_TERMINATE;
            case "complete" -> PERMIT_COMPLETE;
            case "cancel" -> PERMIT_CANCEL;
            default -> NONE;
        };
    }

    private static boolean isSegment(String path, int from, int to) {
        return to > from && path.indexOf('/', from) == (to == path.length() ? -1 : to);
    }

    /** What stands in the place of the braces in a path of this route; only routes with braces have one. */
    String variable(String path) {
        int from = template.indexOf('{');
        int end = path.indexOf('/', from);
        return end < 0 ? path.substring(from) : path.substring(from, end);
    }
}
