package dev.headgate.admission;

import dev.headgate.policy.Subject;
import java.util.Map;

/**
 * An authenticated caller. Nothing in a request can make one; only the {@code identity} shell does.
 *
 * @param subject who it is
 * @param administrator whether the endpoint's configuration, or the cluster, lets it see and settle what is not its own
 * @param claims what its credentials say besides; counted as metadata, and granting nothing
 */
public record Caller(Subject subject, boolean administrator, Map<String, String> claims) {
    public Caller {
        claims = Map.copyOf(claims);
    }
}
