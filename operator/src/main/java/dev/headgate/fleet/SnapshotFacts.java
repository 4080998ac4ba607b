package dev.headgate.fleet;

import dev.headgate.api.ChangeKind;
import dev.headgate.api.ServedStatus;
import java.util.List;
import java.util.Set;

/**
 * One {@code PolicySnapshot}.
 *
 * @param name of the object
 * @param policy name of the policy it was made of
 * @param policyUid UID of that policy; empty if it does not say
 * @param owners UIDs of the objects that own it
 * @param generation its number
 * @param digest of its content
 * @param kind of the change that made it
 * @param parts names of its parts
 */
public record SnapshotFacts(
        String name,
        String policy,
        String policyUid,
        Set<String> owners,
        long generation,
        String digest,
        ChangeKind kind,
        List<String> parts) {
    public SnapshotFacts {
        owners = Set.copyOf(owners);
        parts = List.copyOf(parts);
    }

    /** As the status of the policy names it. */
    public ServedStatus asServed() {
        return new ServedStatus(generation, digest);
    }
}
