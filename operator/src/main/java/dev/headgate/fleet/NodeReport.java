package dev.headgate.fleet;

import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.ServedStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself in the status of its {@code NodePin}.
 *
 * @param observedAssignment the highest assignment it has seen; 0 if it never reported
 * @param active what it serves now
 * @param attempted what it tried last
 * @param refusal why it refused that, if it did
 * @param lastKnownGood what it starts with when the API server is away
 */
public record NodeReport(
        long observedAssignment,
        @Nullable PinTarget active,
        @Nullable ServedStatus attempted,
        @Nullable PinRefusal refusal,
        @Nullable ServedStatus lastKnownGood) {

    /** Of a node that has not written yet. */
    public static final NodeReport NONE = new NodeReport(0, null, null, null, null);
}
