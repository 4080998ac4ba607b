package dev.headgate.http;

import dev.headgate.admission.Reason;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents that the node serves about itself: its contract, and one page for each reason. */
final class Documents {
    private final Buffer openApi;
    private final Map<String, Buffer> reasons;

    private Documents(Buffer openApi, Map<String, Buffer> reasons) {
        this.openApi = openApi;
        this.reasons = Map.copyOf(reasons);
    }

    /** Reads them from the class path; one that is missing is a broken build. */
    static Documents load() {
        Map<String, Buffer> reasons = new HashMap<>();
        for (Reason reason : Reason.values()) {
            reasons.put(reason.spelling(), resource("/reasons/" + reason.spelling() + ".md"));
        }
        return new Documents(resource("/openapi.yaml"), reasons);
    }

    private static Buffer resource(String name) {
        try (InputStream in = Documents.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not packaged: " + name);
            }
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Buffer openApi() {
        return openApi.copy();
    }

    /** The page of a reason, or null where there is no such reason. */
    @Nullable Buffer reason(String spelling) {
        Buffer page = reasons.get(spelling);
        return page == null ? null : page.copy();
    }
}
