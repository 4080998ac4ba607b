package dev.headgate.policy;

import java.util.List;

/**
 * The execution policy of one revision: a small record, never an artifact.
 *
 * @param name generated identity, unique in the service
 * @param service the service it belongs to
 * @param release generated identity of what is run
 * @param trustClass the trust class it runs under
 * @param capsuleCeiling ceiling set by whoever built it
 * @param deploymentCeiling ceiling set by whoever deployed it
 * @param placement where it may run
 * @param profiles in order of preference, 1 to 8
 */
public record Revision(
        String name,
        String service,
        String release,
        String trustClass,
        Budget capsuleCeiling,
        Budget deploymentCeiling,
        PlacementRules placement,
        List<Profile> profiles) {
    public Revision {
        profiles = List.copyOf(profiles);
    }
}
