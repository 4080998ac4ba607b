package dev.headgate.policy;

import java.util.List;

/**
 * A route: the functions of one contract, served by weighted revisions.
 *
 * @param name unique in the service
 * @param contract the contract callers must name
 * @param functions sorted; the functions callers may name
 * @param revisions sorted by revision name; the sum of weights is positive
 */
public record Route(String name, String contract, List<String> functions, List<WeightedRevision> revisions) {
    public Route {
        functions = List.copyOf(functions);
        revisions = List.copyOf(revisions);
    }
}
