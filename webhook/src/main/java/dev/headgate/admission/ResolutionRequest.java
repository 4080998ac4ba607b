package dev.headgate.admission;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request for resolution alone: the same checks of form, caller and revision as an admission, and no reservation.
 *
 * @param tenant may be left out where the policy gives the caller just one
 * @param target which revision
 * @param attributes metadata; counted, and granting nothing
 */
public record ResolutionRequest(@Nullable String tenant, Selection.Target target, Map<String, String> attributes) {
    public ResolutionRequest {
        attributes = Map.copyOf(attributes);
    }
}
