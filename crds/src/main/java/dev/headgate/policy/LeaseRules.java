package dev.headgate.policy;

import dev.headgate.api.ExecutionBoundSpec;
import dev.headgate.api.LeaseSpec;
import dev.headgate.api.NodeAdmissionPolicySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules of how long permits hold, and of how long they are remembered (design page 3). */
final class LeaseRules {
    /** Defaults of the schema, for policies that reach the compiler without an API server. */
    private static final String EXECUTING_DURATION = "30s";

    private static final String GRACE_PERIOD = "5s";

    private LeaseRules() {}

    static Lease compile(LeaseSpec spec, Amounts amounts) {
        return new Lease(
                amounts.positiveMillis("spec.lease.queuedDuration", spec.queuedDuration()),
                amounts.positiveMillis(
                        "spec.lease.executingDuration", orElse(spec.executingDuration(), EXECUTING_DURATION)),
                amounts.millis("spec.lease.gracePeriod", orElse(spec.gracePeriod(), GRACE_PERIOD)));
    }

    private static String orElse(@Nullable String given, String otherwise) {
        return given == null ? otherwise : given;
    }

    /** A permit is remembered at least as long as its work can last, or a late retry of it would be admitted again. */
    static History history(NodeAdmissionPolicySpec spec, Lease lease, Amounts amounts, Findings findings) {
        var history = new History(
                spec.history().maxEntries(),
                amounts.positiveMillis("spec.history.maxAge", spec.history().maxAge()));
        if (findings.none()) {
            long wallTime = amounts.millis(
                    "spec.node.budgetCeiling.wallTime",
                    spec.node().budgetCeiling().wallTime());
            long needed = wallTime + lease.executingDurationMillis();
            if (history.maxAgeMillis() < needed) {
                findings.add(
                        "spec.history.maxAge",
                        "must be at least node.budgetCeiling.wallTime and lease.executingDuration together, "
                                + Durations.format(needed),
                        "raise it, or lower one of these");
            }
        }
        return history;
    }

    /**
     * The bound of a profile. A forgotten permit must have ended some time, so with {@link Durability#MEMORY} each profile has
     * one that releases; and its work must have ended while its permit is remembered.
     */
    static ExecutionBound bound(
            String profile,
            @Nullable ExecutionBoundSpec spec,
            AdmissionPolicy policy,
            Amounts amounts,
            Findings findings) {
        String path = profile + ".executionBound";
        ExecutionBound bound = spec == null ? ExecutionBound.NONE : bound(path, spec, amounts, findings);
        if (policy.durability() == Durability.MEMORY && !bound.releases()) {
            findings.add(
                    path,
                    "with durability Memory, something must end the work of each profile: DeadlineKill or ProcessGroup",
                    "name what ends it, or choose durability Journal");
        }
        long needed = policy.node().budgetCeiling().wallTimeMillis()
                + policy.lease().executingDurationMillis()
                + bound.maxOverrunMillis();
        if (findings.none() && policy.history().maxAgeMillis() < needed) {
            findings.add(
                    path + ".maxOverrun",
                    "work that overruns this long outlives the policy's history.maxAge",
                    "lower it, or ask the policy's owner to raise history.maxAge to " + Durations.format(needed));
        }
        return bound;
    }

    private static ExecutionBound bound(String path, ExecutionBoundSpec spec, Amounts amounts, Findings findings) {
        findings.duplicates(path + ".enforcers", spec.enforcers(), Spelling::of);
        List<Enforcer> sorted = spec.enforcers().stream().sorted().toList();
        return new ExecutionBound(sorted, amounts.millis(path + ".maxOverrun", spec.maxOverrun()));
    }
}
