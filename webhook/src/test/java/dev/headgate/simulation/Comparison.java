package dev.headgate.simulation;

import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Execution;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds a permit of the ledger, or the view of one, against the model's, field by field. */
final class Comparison {
    private final List<String> differences = new ArrayList<>();

    private Comparison() {}

    /** Throws where they differ. */
    static void of(ModelPermit model, Permit permit, String when) {
        Comparison comparison = new Comparison();
        comparison.grant(model, permit.grant());
        comparison.state(model, permit);
        comparison.judge(model + " and " + permit, when);
    }

    /** Throws where a view tells something else at a reading of the boot-time clock. */
    static void of(ModelPermit model, PermitView view, long boot, String when) {
        Comparison comparison = new Comparison();
        comparison.equal("permit", model.id, view.permitId());
        comparison.equal("activation", model.activation, view.activationId());
        comparison.equal("state", model.state, view.state());
        comparison.equal("token", model.token, view.fencingToken());
        comparison.equal("generation", model.generation, view.revision().generation());
        comparison.equal("deadline", Math.floorDiv(model.deadline - boot, 1_000_000L), view.deadlineInMillis());
        comparison.equal("startBy", Math.floorDiv(model.startBy - boot, 1_000_000L), view.startByInMillis());
        comparison.equal("executor", model.executor, view.executorId());
        comparison.equal("wish", model.cancelRequested, view.cancelRequested());
        comparison.equal("cause", model.cause, view.settlementCause());
        comparison.equal("doubt", model.doubt, view.doubt());
        comparison.equal("completion", model.completion, view.completion());
        PermitView.Lease lease = view.lease();
        comparison.equal("a lease", model.live(), lease != null);
        if (lease != null) {
            long end = model.executor == null ? model.startBy : model.leaseEnd;
            comparison.equal("lease", Math.floorDiv(end - boot, 1_000_000L), lease.expiresInMillis());
            comparison.equal("renewal", model.renewal, lease.renewalSequence());
        }
        comparison.judge(model + " and " + view, when);
    }

    private void grant(ModelPermit model, Grant grant) {
        equal("permit", model.id, grant.permitId());
        equal("tenant", model.tenant, grant.tenant());
        equal("activation", model.activation, grant.activationId());
        equal("owner", model.owner, grant.owner());
        equal("executors", model.executors, grant.executors());
        equal("generation", model.generation, grant.policy().generation());
        equal("fuel", model.fuel, grant.budget().cpuFuel());
        equal("memory", model.memory, grant.budget().memoryBytes());
        equal("granted", model.granted, grant.grantedBootNanos());
        equal("deadline", model.deadline, grant.deadlineBootNanos());
        equal("startBy", model.startBy, grant.startByBootNanos());
    }

    private void state(ModelPermit model, Permit permit) {
        equal("state", model.state, permit.state());
        equal("token", model.token, permit.fencingToken());
        equal("wish", model.cancelRequested, permit.cancelRequested());
        Execution execution = permit.execution();
        equal("executor", model.executor, execution == null ? null : execution.executorId());
        if (execution != null) {
            equal("subject", model.startedBy, execution.startedBy());
            equal("end", model.endsByBoot, execution.endsByBootNanos());
            equal("monotonic end", model.endsByMonotonic, execution.endsByMonotonicNanos());
        }
        switch (permit) {
            case Permit.Queued _ -> {
                // The grant says everything else.
            }
            case Permit.Executing running -> {
                equal("lease", model.leaseEnd, running.leaseEndBootNanos());
                equal("renewal", model.renewal, running.renewalSequence());
            }
            case Permit.Uncertain doubted -> {
                equal("lease", model.leaseEnd, doubted.leaseEndBootNanos());
                equal("renewal", model.renewal, doubted.renewalSequence());
                equal("doubt", model.doubt, doubted.doubt());
                equal("since", model.since, doubted.sinceBootNanos());
            }
            case Permit.Settled settled -> {
                equal("cause", model.cause, settled.cause());
                equal("completion", model.completion, settled.completion());
                equal("statement", model.statement, settled.statement());
                equal("settled", model.settledAt, settled.settledBootNanos());
            }
        }
    }

    private void equal(String field, @Nullable Object expected, @Nullable Object actual) {
        if (!Objects.equals(expected, actual)) {
            differences.add(field + ": expected " + expected + ", is " + actual);
        }
    }

    private void judge(String what, String when) {
        if (!differences.isEmpty()) {
            throw new AssertionError(when + ": " + differences + " of " + what);
        }
    }
}
