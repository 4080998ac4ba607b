package dev.headgate.admission;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a request says which revision it wants. */
public sealed interface Selection {

    /**
     * Resolve: the pin chooses among the revisions of a route.
     *
     * @param routingKey decides a weighted choice; absent, the activation id does
     */
    record Target(
            String service,
            String route,
            String contract,
            String function,
            @Nullable String routingKey) implements Selection {}

    /**
     * Verify: the tuple of an earlier resolution.
     *
     * @param tuple must equal what the pin holds
     * @param attributes counted as metadata, used for nothing, returned to nobody
     */
    record Presented(RevisionTuple tuple, Map<String, String> attributes) implements Selection {
        public Presented {
            attributes = Map.copyOf(attributes);
        }
    }
}
