package dev.headgate.admission;

import dev.headgate.admission.AdmissionDecision.Moment;
import dev.headgate.admission.Eligibility.Eligible;
import dev.headgate.admission.ProfileCheck.Fit;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.PermitIds;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Lease;

/** Writes down what was granted. */
final class Grants {
    private Grants() {}

    static Grant of(Eligible eligible, Fit fit, Moment moment) {
        AdmissionPolicy policy = eligible.pin().policy();
        AdmissionRequest request = eligible.request();
        long deadline = ProfileCheck.deadline(fit.budget(), moment);
        long startBy = startBy(policy, deadline, moment.bootNanos());
        return new Grant(
                PermitIds.of(moment.fencingToken()),
                eligible.principal().tenant().policy().name(),
                request.activationId(),
                eligible.principal().subject().subject(),
                request.onBehalfOf(),
                eligible.principal().tenant().policy().executors(),
                eligible.pin().version(),
                eligible.revision().identity(),
                function(request.selection()),
                fit.profile().policy(),
                fit.cell().policy().name(),
                fit.usableParallelism(),
                eligible.queue().policy().name(),
                request.priority(),
                request.payloadBytes(),
                policy.lease(),
                fit.budget(),
                moment.bootNanos(),
                deadline,
                startBy,
                unixMillis(deadline, moment),
                unixMillis(startBy, moment));
    }

    /** The deadline less minimum execution time and margin, or the end of the queue lease, whichever is earlier. */
    private static long startBy(AdmissionPolicy policy, long deadline, long now) {
        Lease lease = policy.lease();
        // The check of the queue has seen that these fit between now and the deadline.
        long execution = DeadlineCheck.nanos(policy.feasibility().minExecutionTimeMillis()
                + policy.feasibility().safetyMarginMillis());
        return Math.min(
                deadline - execution, DeadlineCheck.plus(now, DeadlineCheck.nanos(lease.queuedDurationMillis())));
    }

    private static long unixMillis(long bootNanos, Moment moment) {
        return moment.unixMillis() + Math.floorDiv(bootNanos - moment.bootNanos(), 1_000_000L);
    }

    private static String function(Selection selection) {
        return switch (selection) {
            case Selection.Target target -> target.function();
            case Selection.Presented presented -> presented.tuple().function();
        };
    }
}
