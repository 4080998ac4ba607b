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
                ModelPermit before = permit.copy();
                adopt(permit, real);
                notTooSoon(before, permit);
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

    /**
     * After a reboot nobody knows how long the machine was off, so the exact times are the ledger's to choose. Whatever the wall
     * clock says, no permission to start lasts longer than it would have without the time off, and nothing is released or
     * forgotten sooner than in truth (design page 14, "Clocks").
     */
    private void notTooSoon(ModelPermit before, ModelPermit after) {
        long most = before.deadline - before.touchedBoot;
        if (after.deadline > most) {
            throw new AssertionError("a reboot gives time: " + before + " becomes " + after);
        }
        if (before.executor != null && before.endsByBoot != ModelPermit.NEVER) {
            boolean sooner =
                    machine.timeOf(machine.bootId(), after.endsByBoot) < machine.timeOf(before.boot, before.endsByBoot);
            long leftByMonotonic = after.endsByMonotonic - machine.monotonicNanos();
            if (sooner || leftByMonotonic < Math.max(0, after.endsByBoot - machine.bootNanos())) {
                throw new AssertionError(
                        "a reboot takes time from what bounds the work: " + before + " becomes " + after);
            }
        }
        if (!before.live()
                && machine.timeOf(machine.bootId(), after.settledAt) < machine.timeOf(before.boot, before.settledAt)) {
            throw new AssertionError("a reboot ages what is over: " + before + " becomes " + after);
        }
    }

    /** The times that the ledger has chosen. */
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
