package dev.headgate.simulation;

import dev.headgate.ledger.Execution;
import dev.headgate.ledger.Grant;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.PermitWalk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a start of the process must make of the records that it found (design pages 3 and 14, "Clocks"). */
final class Recovery {
    private final SimulatedMachine machine;
    private final Coverage coverage;

    Recovery(SimulatedMachine machine, Coverage coverage) {
        this.machine = machine;
        this.coverage = coverage;
    }

    /** The model as it stands after a recovery. */
    ModelLedger model(List<ModelPermit> recovered, Ledger ledger) {
        Map<String, Permit> found = new HashMap<>();
        PermitWalk walk = ledger.walk(null);
        for (Permit permit = walk.next(); permit != null; permit = walk.next()) {
            found.put(permit.grant().permitId(), permit);
        }
        ModelLedger model = new ModelLedger();
        recovered.stream().sorted((one, other) -> one.id.compareTo(other.id)).forEach(permit -> {
            Permit real = found.get(permit.id);
            if (real == null) {
                if (permit.live()
                        || (permit.key != null
                                && permit.boot == machine.bootId()
                                && !ModelLedger.forgettable(permit, machine.bootNanos()))) {
                    throw new AssertionError("lost by a restart: " + permit);
                }
                return;
            }
            if (permit.boot != machine.bootId()) {
                adopt(permit, real);
                permit.boot = machine.bootId();
            }
            if (permit.state == PermitState.EXECUTING) {
                permit.leaseEnd =
                        Math.min(permit.deadline, Math.max(permit.leaseEnd, machine.bootNanos() + permit.graceNanos));
                coverage.count("executing over a restart");
            }
            permit.version++;
            model.put(permit);
        });
        return model;
    }

    /** Where the machine was booted since, the times are checked by {@code RestartTest}; here what follows from them. */
    private void adopt(ModelPermit permit, Permit real) {
        Grant grant = real.grant();
        long moved = grant.deadlineBootNanos() - permit.deadline;
        permit.deadline += moved;
        permit.startBy += moved;
        permit.granted += moved;
        if (permit.state == PermitState.EXECUTING || permit.state == PermitState.UNCERTAIN) permit.leaseEnd += moved;
        Execution execution = real.execution();
        if (execution != null) {
            permit.endsByBoot = execution.endsByBootNanos();
            permit.endsByMonotonic = execution.endsByMonotonicNanos();
        }
        if (real instanceof Permit.Uncertain u) permit.since = u.sinceBootNanos();
        if (real instanceof Permit.Settled s) permit.settledAt = s.settledBootNanos();
        coverage.count("permit over a reboot");
    }
}
