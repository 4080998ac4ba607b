package dev.headgate.admission;

import dev.headgate.policy.Profile;
import java.util.List;

/**
 * An execution profile on a pin, with the cell classes it can use.
 *
 * @param policy the profile
 * @param supported whether some cell class of the node can execute it at all
 * @param permitted those that can and that tenant and trust class permit; smallest memory first, ties in the fixed order
 */
record PinnedProfile(Profile policy, boolean supported, List<PinnedCell> permitted) {
    PinnedProfile {
        permitted = List.copyOf(permitted);
    }
}
