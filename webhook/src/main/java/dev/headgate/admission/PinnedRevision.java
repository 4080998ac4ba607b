package dev.headgate.admission;

import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.Revision;
import java.util.List;

/**
 * A revision on a pin. All that depends on policy and placement alone is worked out here, once.
 *
 * @param policy the revision
 * @param trustScope scope and limits of its trust class
 * @param trustPermitted whether its tenant is permitted that trust class
 * @param placeable whether it may run on this node
 * @param wallTimeMillisCeiling the least of capsule, deployment and node ceiling
 * @param cpuFuelCeiling likewise
 * @param memoryBytesCeiling likewise
 * @param profiles in the order of preference
 */
record PinnedRevision(
        Revision policy,
        ScopeLimits trustScope,
        boolean trustPermitted,
        boolean placeable,
        long wallTimeMillisCeiling,
        long cpuFuelCeiling,
        long memoryBytesCeiling,
        List<PinnedProfile> profiles) {
    PinnedRevision {
        profiles = List.copyOf(profiles);
    }
}
