package dev.headgate.pressure;

import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Budget;
import dev.headgate.policy.Durability;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.IdentifierLimits;
import dev.headgate.policy.Lease;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Overload;
import dev.headgate.policy.Subject;
import java.util.List;

/** Policies of which only the rules about load matter. */
final class TestingOverload {
    private TestingOverload() {}

    static AdmissionPolicy policy(LoadSource source, List<Subject> reporters) {
        return new AdmissionPolicy(
                Durability.MEMORY,
                new NodeRules(new Budget(1000, 1, 1), new HeldLimits(1, 1, 1, 1), 1, 0),
                new IdentifierLimits(128, 128),
                new AttributeLimits(1, 1),
                new Overload(900, 850, 5000, source),
                reporters,
                new Feasibility(1, 1, 1),
                new Lease(1000, 30_000, 5_000),
                new History(1, 1),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
