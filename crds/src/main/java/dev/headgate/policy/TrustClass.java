package dev.headgate.policy;

import java.util.List;

/**
 * A level of trust that revisions name and tenants are allowed.
 *
 * @param name unique among trust classes
 * @param limits of all permits of this class on the node
 * @param cellClasses the cell classes its permits may use, in the fixed order; extra-large only if named
 */
public record TrustClass(String name, HeldLimits limits, List<CellClassName> cellClasses) {
    public TrustClass {
        cellClasses = List.copyOf(cellClasses);
    }
}
