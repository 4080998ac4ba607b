package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Reason;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.simulation.Call.Reply;
import dev.headgate.simulation.SimulatedRuntime.Gossip;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One unit of work of a runtime, from its admission to its end, as a runtime owes it (design page 3), or not quite. */
final class Job {
    private static final long MILLI = 1_000_000L;
    private static final long[] FUELS = {1, 10, 333, 1_000, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE};
    private static final long[] MEMORIES = {1, 100, 4_000, 6_000, Long.MAX_VALUE / 3, Long.MAX_VALUE};
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private final SimulatedRuntime runtime;
    private final Chance chance;
    private final String executor;
    private final AdmissionRequest request;
    private int attempts;
    private long sentBoot;
    private long sentMonotonic;
    private long token;
    private long renewal;
    private String permitId = "";
    private Works.@Nullable Work work;

    Job(SimulatedRuntime runtime, int number) {
        this.runtime = runtime;
        chance = runtime.chance;
        executor = runtime.executor() + "." + number;
        request = request(number);
    }

    private AdmissionRequest request(int number) {
        // A few activation ids are used again and again.
        String activation = chance.oneIn(5) ? "shared-" + chance.below(4) : runtime.name + "-" + number;
        IdempotencyKey key = chance.oneIn(2) ? null : new IdempotencyKey(runtime.name + "-" + number, 7, number);
        boolean odd = chance.oneIn(12);
        long fuel = odd ? FUELS[chance.below(FUELS.length)] : chance.between(1, 300);
        long memory = odd ? MEMORIES[chance.below(MEMORIES.length)] : chance.between(1, 900);
        long wall = chance.oneIn(30) ? chance.between(0, 400) : chance.between(500, 50_000);
        long deadline = chance.oneIn(3)
                ? runtime.node.machine.unixMillis() + chance.between(-200, 30_000)
                : AdmissionRequest.NO_DEADLINE;
        return new AdmissionRequest(
                activation,
                chance.oneIn(50) ? "nobody" : runtime.tenant,
                null,
                TestingPolicy.target(null),
                chance.below(chance.oneIn(20) ? 10 : 8),
                chance.oneIn(40) ? 600_000 : 100,
                new RequestedBudget(
                        wall,
                        chance.oneIn(60) ? 0 : fuel,
                        memory,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT,
                        RequestedBudget.ABSENT),
                deadline,
                Map.of(),
                key,
                chance.oneIn(4) ? executor : null);
    }

    // Admission.

    void begin() {
        attempts++;
        // Time counts from when the first request was sent, which no answer can be older than.
        if (attempts == 1 || request.idempotencyKey() == null) {
            sentBoot = runtime.node.machine.bootNanos();
            sentMonotonic = runtime.node.machine.monotonicNanos();
        }
        runtime.ask(new Call.Admit(runtime.caller, request), this::admitted, this::unanswered);
    }

    private void unanswered() {
        if (attempts < 5) {
            begin();
        }
    }

    private void admitted(Reply reply) {
        if (!reply.given()) {
            refused(reply.reason());
            return;
        }
        PermitView view = reply.view();
        if (view == null) {
            throw new AssertionError("a grant without a permit");
        }
        runtime.gossip().tell(new Gossip.Known(view.permitId(), view.fencingToken(), executor, view.activationId()));
        if (reply.stateNow() == PermitState.SETTLED) {
            return;
        }
        own(view);
    }

    private void own(PermitView view) {
        permitId = view.permitId();
        token = view.fencingToken();
        if (chance.oneIn(20)) {
            // It forgets.
            return;
        }
        if (view.state() == PermitState.EXECUTING) {
            if (executor.equals(view.executorId())) {
                run(view);
            }
        } else if (chance.oneIn(12)) {
            cancel();
        } else if (chance.oneIn(25)) {
            startAtTheLastMoment();
        } else {
            runtime.later(chance.oneIn(5) ? chance.between(0, 14_000) : chance.between(0, 1_500), this::start);
        }
    }

    private void refused(@Nullable Reason reason) {
        if (reason == Reason.ACTIVATION_ID_UNAVAILABLE && attempts > 1) {
            // Perhaps its own, after a lost answer.
            runtime.ask(new Call.Find(runtime.caller, request.activationId()), this::found, () -> {});
        } else if (reason != null && reason.retryable() && attempts < 4 && !runtime.isCalm()) {
            runtime.later(chance.between(200, 4_000), this::begin);
        }
    }

    private void found(Reply reply) {
        for (PermitView view : reply.found()) {
            if (view.state() == PermitState.QUEUED && view.activationId().equals(request.activationId())) {
                own(view);
                return;
            }
        }
    }

    private void cancel() {
        Call call = chance.oneIn(2)
                ? new Call.Cancel(runtime.caller, permitId)
                : new Call.CancelActivation(
                        runtime.caller, chance.oneIn(2) ? null : runtime.tenant, request.activationId());
        runtime.ask(call, _ -> {}, this::start);
    }

    /** Asks at the very reading at which a start is just in time, or just too late, and does nothing with the answer. */
    private void startAtTheLastMoment() {
        ModelPermit permit = runtime.node.model().find(permitId);
        long left = permit == null ? -1 : permit.startBy - runtime.node.machine.bootNanos() + chance.below(2);
        if (left >= 0) {
            runtime.time.after(
                    left,
                    () -> runtime.node.arrive(new Call.Start(runtime.caller, permitId, executor), reply -> {
                        if (reply.given()) {
                            runtime.coverage.count("start at the last moment");
                        }
                    }));
        }
    }

    // Execution.

    private void start() {
        long boot = runtime.node.machine.bootNanos();
        long monotonic = runtime.node.machine.monotonicNanos();
        if (work != null) {
            return;
        }
        boolean byWorker = chance.oneIn(6) && runtime.tenant.equals("acme");
        runtime.ask(
                new Call.Start(byWorker ? Callers.WORKER : runtime.caller, permitId, executor),
                reply -> started(reply, boot, monotonic),
                () -> {
                    if (attempts++ < 8) {
                        runtime.later(chance.between(100, 12_000), this::start);
                    }
                });
    }

    private void started(Reply reply, long boot, long monotonic) {
        PermitView view = reply.view();
        if (reply.given() && view != null && work == null) {
            sentBoot = boot;
            sentMonotonic = monotonic;
            token = view.fencingToken();
            run(view);
        } else if (reply.reason() == Reason.JOURNAL_UNAVAILABLE && attempts++ < 8) {
            runtime.later(chance.between(100, 3_000), this::start);
        }
    }

    /** Whoever got the right to run counts what is left of it from when it asked (design page 14, "Clocks"). */
    private void run(PermitView view) {
        if (work != null) {
            return;
        }
        SimulatedMachine machine = runtime.node.machine;
        long left = view.deadlineInMillis() * MILLI - (machine.bootNanos() - sentBoot);
        if (left <= 0) {
            runtime.coverage.count("right ended before its answer");
            return;
        }
        runtime.gossip().tell(new Gossip.Known(permitId, token, executor, view.activationId()));
        boolean bounded = view.obligations().executionBound().releases();
        boolean hangs = chance.oneIn(8);
        if (hangs) {
            // Its enforcer ends it, by a timer that was set when the work began; where there is none, somebody does
            // some day.
            long overrun = bounded
                    ? view.obligations().executionBound().maxOverrunMillis() * MILLI
                    : chance.between(1, 90_000) * MILLI;
            long slept = machine.bootNanos() - sentBoot - (machine.monotonicNanos() - sentMonotonic);
            work = runtime.node.works.begin(permitId, executor, left + overrun - slept);
            runtime.coverage.count(bounded ? "overrun" : "overrun without bound");
            return;
        }
        long lasts = Math.min(left, chance.between(50, chance.oneIn(3) ? 20_000 : 3_000) * MILLI);
        Works.Work begun = runtime.node.works.begin(permitId, executor, lasts);
        work = begun;
        awaitEnd(begun);
        if (view.lease() != null) {
            renewLater(Math.max(300, view.lease().expiresInMillis() / 2));
        }
    }

    private void awaitEnd(Works.Work begun) {
        runtime.later(chance.between(100, 1_500), () -> {
            if (begun.runs()) {
                awaitEnd(begun);
            } else {
                complete(OUTCOMES.get(chance.below(OUTCOMES.size())), 0);
            }
        });
    }

    private void renewLater(long millis) {
        runtime.later(millis, () -> {
            Works.Work running = work;
            if (running == null || !running.runs()) {
                return;
            }
            if (!chance.oneIn(4)) {
                Call.Renew renew = new Call.Renew(runtime.caller, permitId, token, ++renewal);
                Call call = chance.oneIn(3) ? new Call.RenewAll(runtime.caller, List.of(renew)) : renew;
                runtime.ask(call, _ -> {}, () -> {});
            }
            if (chance.oneIn(20)) {
                runtime.ask(new Call.Cancel(runtime.caller, permitId), _ -> {}, () -> {});
                runtime.coverage.count("wish while it runs");
            }
            renewLater(millis);
        });
    }

    private void complete(Outcome outcome, int tries) {
        Completion completion =
                new Completion(outcome, outcome == Outcome.TRAP, tries == 0 ? Completion.UNKNOWN : 5, 9);
        runtime.ask(
                new Call.Complete(runtime.caller, permitId, token, completion),
                reply -> {
                    if (outcome == Outcome.UNCERTAIN && reply.given() && tries < 3) {
                        runtime.later(chance.between(100, 20_000), () -> complete(Outcome.SUCCEEDED, tries + 1));
                    } else if (reply.reason() == Reason.JOURNAL_UNAVAILABLE && tries < 8) {
                        runtime.later(500, () -> complete(outcome, tries + 1));
                    } else if (reply.given() && chance.oneIn(10)) {
                        repeatAdmission();
                    }
                },
                () -> {
                    if (tries < 8) {
                        complete(outcome, tries + 1);
                    }
                });
    }

    /** A retry that comes long after everything is over. */
    private void repeatAdmission() {
        runtime.later(
                chance.oneIn(6) ? 700_000 : chance.between(1, 60_000),
                () -> runtime.ask(new Call.Admit(runtime.caller, request), _ -> {}, () -> {}));
    }
}
