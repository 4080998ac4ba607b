package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.Page;
import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.HeldLimits;
import dev.headgate.simulation.Call.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A running node, and the model beside it. Every call is made of both, the answers are compared, and afterwards so is everything
 * that they hold.
 */
final class CheckedNode {
    private final SimulatedMachine machine;
    private final LedgerAuthority authority;
    private final RecordingLog log;
    private final ModelLedger model;
    private final Records records;
    private final NodeState state;
    private final Coverage coverage;

    @Nullable SimulatedPolicy policy;

    boolean shuttingDown;
    /** Until when what an earlier start granted may still run without being known here. */
    long withheldUntilBoot = Long.MIN_VALUE;

    long withheldUntilMonotonic = Long.MIN_VALUE;
    /** The permit that the answer of the current call tells of. */
    private @Nullable ModelPermit told;

    /** The load that the next decision sees. */
    NodeLoad load = new NodeLoad.Unavailable();

    CheckedNode(
            SimulatedMachine machine,
            LedgerAuthority authority,
            RecordingLog log,
            ModelLedger model,
            Records records,
            NodeState state,
            Coverage coverage) {
        this.machine = machine;
        this.authority = authority;
        this.log = log;
        this.model = model;
        this.records = records;
        this.state = state;
        this.coverage = coverage;
    }

    ModelLedger model() {
        return model;
    }

    /** Whether what an earlier start granted may still run. */
    boolean withholding() {
        return machine.bootNanos() < withheldUntilBoot || machine.monotonicNanos() < withheldUntilMonotonic;
    }

    /** Makes a call of both, and compares. */
    Reply call(Call call) {
        told = null;
        Reply reply = switch (call) {
            case Call.Admit admit -> admit(admit);
            case Call.Start start -> start(start);
            case Call.Renew renew -> renew(renew);
            case Call.RenewAll renewAll -> renewAll(renewAll);
            case Call.Complete complete -> complete(complete);
            case Call.Cancel cancel -> cancel(cancel);
            case Call.CancelActivation cancel -> cancelActivation(cancel);
            case Call.Terminate terminate -> terminate(terminate);
            case Call.Read read -> read(read);
            case Call.Find find -> find(find);
        };
        String kind = call.getClass().getSimpleName();
        Reason reason = reply.reason();
        coverage.count(
                reason == null ? kind + (reply.replayed() ? " replayed" : " given") : kind + " " + reason.spelling());
        settle(kind);
        ModelPermit shown = told;
        if (shown != null && reply.sequence() < shown.touched) {
            throw new AssertionError(
                    "told of record " + shown.touched + ", and waits for " + reply.sequence() + ": " + shown);
        }
        return reply;
    }

    /** What is due by time alone: one bounded turn. */
    boolean due() {
        boolean more = authority.applyDue();
        model.due(machine.bootNanos(), machine.monotonicNanos());
        settle("a turn");
        return more;
    }

    /** Oldest permits written anew, where the log wants it. */
    boolean rewrite() {
        boolean more = authority.rewriteOldest();
        if (settle("a rewriting") > 0) {
            coverage.count("rewriting");
        }
        return more;
    }

    void pin(SimulatedPolicy next) {
        authority.pin(next.pin());
        policy = next;
        settle("a pin");
    }

    void unpin() {
        authority.unpin();
        policy = null;
    }

    /** Takes the records of what was just done, and compares all that is held. */
    int settle(String when) {
        var made = log.taken();
        for (ModelPermit change : model.changes) {
            change.boot = machine.bootId();
            ModelPermit current = model.find(change.id);
            if (current != null) {
                current.boot = machine.bootId();
            }
            coverage.count("became " + change.state + (change.cause == null ? "" : " " + change.cause));
        }
        records.add(made, model.changes, model);
        model.changes.clear();
        state.compare(model, machine.bootNanos(), when);
        return made.size();
    }

    // Admission.

    private Reply admit(Call.Admit call) {
        long arrivalBoot = machine.bootNanos();
        long arrivalWall = machine.unixMillis();
        AdmissionRequest request = call.request();
        boolean available = log.available();
        Answer<Admitted> answer = authority.admit(call.caller(), request);
        long boot = machine.bootNanos();
        long monotonic = machine.monotonicNanos();
        ModelPermit known = request.idempotencyKey() == null
                ? null
                : model.findByKey(
                        call.caller().subject(), request.idempotencyKey().key());
        if (known != null) {
            boolean conflict = known.print
                    != Objects.requireNonNull(request.idempotencyKey()).fingerprintLow();
            boolean repeats = answer instanceof Answer.Given<Admitted>(Admitted admitted, long _)
                    ? admitted.replayed()
                    : (conflict && reason(answer) == Reason.IDEMPOTENCY_KEY_CONFLICT)
                            || (known.startedAs != null && !known.live() && reason(answer) == Reason.PERMIT_SETTLED);
            if (!ModelLedger.forgettable(known, arrivalBoot) || repeats) {
                return repeated(call, known, answer, arrivalBoot);
            }
            model.forget(known);
        }
        Reason refusal = refusal(call, available, arrivalBoot, arrivalWall, boot, monotonic, answer);
        agree("admission", refusal, answer);
        if (!(answer instanceof Answer.Given<Admitted>(Admitted admitted, long sequence))) {
            return Reply.refused(reason(answer), answer.sequence());
        }
        return granted(call, admitted, sequence, arrivalBoot, arrivalWall, boot, monotonic);
    }

    private Reply repeated(Call.Admit call, ModelPermit known, Answer<Admitted> answer, long boot) {
        Reason refusal = model.repeated(known, call.request(), boot, machine.monotonicNanos());
        agree("repeated admission", refusal, answer);
        if (refusal != Reason.IDEMPOTENCY_KEY_CONFLICT) {
            told = known;
        }
        if (!(answer instanceof Answer.Given<Admitted>(Admitted admitted, long sequence))) {
            return Reply.refused(reason(answer), answer.sequence());
        }
        if (!admitted.replayed() || admitted.stateNow() != known.state) {
            throw new AssertionError("told " + admitted + " of " + known);
        }
        if (known.firstTold != null && !known.firstTold.equals(admitted.permit())) {
            throw new AssertionError(
                    "another answer under the same key: " + admitted.permit() + " after " + known.firstTold);
        }
        return new Reply(null, admitted.permit(), true, admitted.stateNow(), List.of(), sequence);
    }

    private @Nullable Reason refusal(
            Call.Admit call,
            boolean available,
            long arrivalBoot,
            long arrivalWall,
            long boot,
            long monotonic,
            Answer<Admitted> answer) {
        AdmissionRequest request = call.request();
        SimulatedPolicy pinned = policy;
        if (shuttingDown) {
            return Reason.SHUTTING_DOWN;
        }
        if (pinned == null) {
            return Reason.POLICY_NOT_PINNED;
        }
        if (!available) {
            return Reason.JOURNAL_UNAVAILABLE;
        }
        Reason ineligible = ModelLedger.ineligible(pinned, call.caller().subject(), request);
        if (ineligible != null) {
            return ineligible;
        }
        if (withholding()) {
            return Reason.RECOVERING;
        }
        model.due(boot, monotonic);
        Reason overloaded = overloaded(boot);
        if (overloaded != null) {
            return overloaded;
        }
        long deadline = deadline(request, arrivalBoot, arrivalWall);
        ModelPermit draft = ModelLedger.drafted(pinned, call.caller().subject(), request, deadline, boot);
        Reason refusal = model.refusal(pinned, draft, deadline, boot);
        if (refusal == null && request.idempotencyKey() != null) {
            return historyFull(pinned, draft, boot, answer);
        }
        return refusal;
    }

    /** Whether the history has room is open while some of it may be forgotten; then the ledger may say either. */
    private @Nullable Reason historyFull(
            SimulatedPolicy pinned, ModelPermit draft, long boot, Answer<Admitted> answer) {
        long[] own = model.keyed(draft.tenant, boot);
        long[] all = model.keyed(null, boot);
        int most = pinned.maxHistoryEntries();
        int share = most / (pinned.withAcme() ? 2 : 1);
        boolean room = own[1] < most && (all[1] < most || own[1] < share);
        boolean full = own[0] >= most || (all[0] >= most && own[0] >= share);
        if (room || full) {
            return full ? Reason.HISTORY_FULL : null;
        }
        return answer instanceof Answer.Refused<Admitted> ? Reason.HISTORY_FULL : null;
    }

    private @Nullable Reason overloaded(long boot) {
        return switch (load) {
            case NodeLoad.Unavailable _ -> Reason.LOAD_UNAVAILABLE;
            case NodeLoad.Invalid _ -> Reason.LOAD_INVALID;
            case NodeLoad.Observed observed -> {
                if (observed.observedBootNanos() > boot) {
                    yield Reason.LOAD_INVALID;
                }
                if (boot - observed.observedBootNanos() > SimulatedPolicy.MAX_LOAD_AGE_MILLIS * 1_000_000L) {
                    yield Reason.LOAD_STALE;
                }
                yield observed.cpuPerMille() >= 900 ? Reason.NODE_OVERLOADED : null;
            }
        };
    }

    private static long deadline(AdmissionRequest request, long arrivalBoot, long arrivalWall) {
        return request.deadlineUnixMillis() == AdmissionRequest.NO_DEADLINE
                ? Long.MAX_VALUE
                : arrivalBoot + (request.deadlineUnixMillis() - arrivalWall) * 1_000_000L;
    }

    private Reply granted(
            Call.Admit call,
            Admitted admitted,
            long sequence,
            long arrivalBoot,
            long arrivalWall,
            long boot,
            long monotonic) {
        PermitView view = admitted.permit();
        AdmissionRequest request = call.request();
        ModelPermit permit = ModelLedger.drafted(
                Objects.requireNonNull(policy),
                call.caller().subject(),
                request,
                deadline(request, arrivalBoot, arrivalWall),
                boot);
        boolean started = request.startExecutorId() != null;
        long first = started ? view.fencingToken() - 1 : view.fencingToken();
        state.newToken(first);
        model.admitted(permit, view.permitId(), first);
        if (started) {
            state.newToken(view.fencingToken());
            ModelLedger.run(
                    permit,
                    call.caller().subject(),
                    Objects.requireNonNull(request.startExecutorId()),
                    boot,
                    monotonic);
            permit.token = view.fencingToken();
        }
        model.changes.add(permit.copy());
        permit.firstTold = view;
        Comparison.of(permit, view, boot, "a grant");
        withinLimits(permit);
        if (admitted.replayed() || admitted.stateNow() != permit.state || sequence != log.last()) {
            throw new AssertionError("a grant told as " + admitted + " with record " + sequence);
        }
        return new Reply(null, view, false, admitted.stateNow(), List.of(), sequence);
    }

    /** Invariant 1, at the only moment at which use may rise. */
    private void withinLimits(ModelPermit permit) {
        for (String scope : permit.scopes) {
            HeldLimits limit = scope.equals("tenant:other")
                    ? HeldLimits.UNDECLARED
                    : Objects.requireNonNull(policy).limit(scope);
            long[] used = model.usage(scope);
            long[] most = {limit.queued(), limit.active(), limit.cpuFuel(), limit.memoryBytes()};
            for (int dimension = 0; dimension < 4; dimension++) {
                if (used[dimension] < 0 || used[dimension] > most[dimension]) {
                    throw new AssertionError("granted above a limit of " + scope + ": " + used[dimension]);
                }
            }
        }
    }

    // Calls on a permit.

    private Reply start(Call.Start call) {
        Answer<PermitView> answer;
        if (!log.available()) {
            answer = authority.start(call.caller(), call.permitId(), call.executorId());
            agree("start", Reason.JOURNAL_UNAVAILABLE, answer);
            return reply(answer);
        }
        answer = authority.start(call.caller(), call.permitId(), call.executorId());
        ModelPermit permit = visible(call.caller(), false, call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        boolean queued = permit.state == PermitState.QUEUED;
        long boot = machine.bootNanos();
        Reason refusal =
                model.start(permit, call.caller().subject(), call.executorId(), boot, machine.monotonicNanos());
        agree("start", refusal, answer);
        if (queued && refusal == null && answer instanceof Answer.Given<PermitView>(PermitView view, long _)) {
            state.newToken(view.fencingToken());
            permit.token = view.fencingToken();
            model.changes.getLast().token = permit.token;
            coverage.count("started");
        } else if (refusal == null) {
            coverage.count("start repeated");
        }
        return judged(permit, answer);
    }

    private Reply renew(Call.Renew call) {
        boolean available = log.available();
        Answer<PermitView> answer =
                authority.renew(call.caller(), new RenewalRequest(call.permitId(), call.token(), call.sequence()));
        return renewed(call, answer, available);
    }

    private Reply renewAll(Call.RenewAll call) {
        List<RenewalRequest> requests = new ArrayList<>();
        for (Call.Renew renew : call.renewals()) {
            requests.add(new RenewalRequest(renew.permitId(), renew.token(), renew.sequence()));
        }
        boolean available = log.available();
        List<Answer<PermitView>> answers = authority.renewAll(call.caller(), requests);
        long sequence = 0;
        for (int at = 0; at < answers.size(); at++) {
            Reply one = renewed(call.renewals().get(at), answers.get(at), available);
            sequence = Math.max(sequence, one.sequence());
        }
        return new Reply(null, null, false, null, List.of(), sequence);
    }

    private Reply renewed(Call.Renew call, Answer<PermitView> answer, boolean available) {
        if (!available) {
            agree("renewal", Reason.JOURNAL_UNAVAILABLE, answer);
            return reply(answer);
        }
        if (call.token() == null) {
            agree("renewal", Reason.FENCING_TOKEN_MISSING, answer);
            return reply(answer);
        }
        ModelPermit permit = visible(call.caller(), false, call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        if (permit.state == PermitState.UNCERTAIN) {
            coverage.count("renewal of doubted work");
        }
        // A renewal may be answered before it is durable; what was before it must be (design page 14).
        long touched = permit.touched;
        Reason refusal = model.renew(permit, call.token(), call.sequence(), machine.bootNanos());
        agree("renewal", refusal, answer);
        if (answer instanceof Answer.Given<PermitView>(PermitView view, long _)) {
            Comparison.of(permit, view, machine.bootNanos(), "a renewal");
        }
        if (answer.sequence() < touched) {
            throw new AssertionError("told of record " + touched + " and waits for " + answer.sequence());
        }
        return reply(answer);
    }

    private Reply complete(Call.Complete call) {
        Answer<PermitView> answer = authority.complete(call.caller(), call.permitId(), call.token(), call.completion());
        if (call.token() == null) {
            agree("completion", Reason.FENCING_TOKEN_MISSING, answer);
            return reply(answer);
        }
        ModelPermit permit = visible(call.caller(), false, call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        agree("completion", model.complete(permit, call.token(), call.completion(), machine.bootNanos()), answer);
        return judged(permit, answer);
    }

    private Reply cancel(Call.Cancel call) {
        Answer<PermitView> answer = authority.cancel(call.caller(), call.permitId());
        ModelPermit permit = visible(call.caller(), call.caller().administrator(), call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        agree("cancellation", model.cancel(permit, machine.bootNanos()), answer);
        return judged(permit, answer);
    }

    private Reply cancelActivation(Call.CancelActivation call) {
        Answer<PermitView> answer = authority.cancelActivation(call.caller(), call.tenant(), call.activationId());
        List<ModelPermit> candidates = model.permits.values().stream()
                .filter(permit -> permit.live()
                        && permit.activation.equals(call.activationId())
                        && (call.tenant() == null || call.tenant().equals(permit.tenant))
                        && (call.caller().administrator()
                                || permit.allows(call.caller().subject())))
                .toList();
        if (candidates.size() != 1) {
            agree("cancellation", candidates.isEmpty() ? Reason.PERMIT_NOT_FOUND : Reason.TENANT_REQUIRED, answer);
            return reply(answer);
        }
        ModelPermit permit = candidates.getFirst();
        model.due(permit, machine.bootNanos(), machine.monotonicNanos());
        agree("cancellation", model.cancel(permit, machine.bootNanos()), answer);
        return judged(permit, answer);
    }

    private Reply terminate(Call.Terminate call) {
        Answer<PermitView> answer = authority.terminate(call.caller(), call.permitId(), call.statement());
        if (!call.caller().administrator()) {
            agree("termination", Reason.ADMINISTRATOR_REQUIRED, answer);
            return reply(answer);
        }
        ModelPermit permit = visible(call.caller(), true, call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        agree("termination", model.terminate(permit, call.statement(), machine.bootNanos()), answer);
        return judged(permit, answer);
    }

    private Reply read(Call.Read call) {
        Answer<PermitView> answer = authority.read(call.caller(), call.permitId());
        ModelPermit permit = visible(call.caller(), call.caller().administrator(), call.permitId(), answer);
        if (permit == null) {
            return Reply.refused(Reason.PERMIT_NOT_FOUND, 0);
        }
        agree("read", null, answer);
        return judged(permit, answer);
    }

    private Reply find(Call.Find call) {
        Answer<Page> answer =
                authority.list(call.caller(), new PermitQuery(null, call.activationId(), null, 500, null));
        model.due(machine.bootNanos(), machine.monotonicNanos());
        if (!(answer instanceof Answer.Given<Page>(Page page, long sequence))) {
            throw new AssertionError("a list is refused: " + answer);
        }
        List<PermitView> live = new ArrayList<>();
        for (PermitView view : page.permits()) {
            ModelPermit permit = model.find(view.permitId());
            if (permit == null
                    || (!call.caller().administrator()
                            && !permit.allows(call.caller().subject()))) {
                throw new AssertionError("listed for " + call.caller() + ": " + view);
            }
            Comparison.of(permit, view, machine.bootNanos(), "a list");
            if (permit.live()) {
                live.add(view);
            }
        }
        for (ModelPermit permit : model.permits.values()) {
            if (permit.live()
                    && permit.activation.equals(call.activationId())
                    && permit.allows(call.caller().subject())
                    && live.stream().noneMatch(view -> view.permitId().equals(permit.id))) {
                throw new AssertionError("not listed: " + permit);
            }
        }
        if (sequence < log.last()) {
            throw new AssertionError("a list waits for " + sequence + " of " + log.last());
        }
        return new Reply(null, null, false, null, live, sequence);
    }

    /** The permit that a call is about, with what was due for it; null where nobody may know of it. */
    private @Nullable ModelPermit visible(
            dev.headgate.admission.Caller caller, boolean administrates, String permitId, Answer<PermitView> answer) {
        ModelPermit permit = model.find(permitId);
        if (permit != null && (administrates || permit.allows(caller.subject()))) {
            if (!ModelLedger.forgettable(permit, machine.bootNanos()) || reason(answer) != Reason.PERMIT_NOT_FOUND) {
                model.due(permit, machine.bootNanos(), machine.monotonicNanos());
                return permit;
            }
        }
        agree("a call on what is not there", Reason.PERMIT_NOT_FOUND, answer);
        return null;
    }

    /** An answer about a permit: it tells what the model knows, and waits for every record that made it so. */
    private Reply judged(ModelPermit permit, Answer<PermitView> answer) {
        if (answer instanceof Answer.Given<PermitView>(PermitView view, long _)) {
            Comparison.of(permit, view, machine.bootNanos(), "an answer");
        }
        if (answer instanceof Answer.Refused<PermitView>(Rejection rejection, long _)
                && rejection.permitState() != null
                && rejection.permitState() != permit.state) {
            throw new AssertionError("told " + rejection + " of " + permit);
        }
        told = permit;
        return reply(answer);
    }

    private static Reply reply(Answer<PermitView> answer) {
        return switch (answer) {
            case Answer.Given<PermitView>(PermitView view, long sequence) ->
                new Reply(null, view, false, view.state(), List.of(), sequence);
            case Answer.Refused<PermitView>(Rejection rejection, long sequence) ->
                Reply.refused(rejection.reason(), sequence);
        };
    }

    private static <T> Reason reason(Answer<T> answer) {
        return switch (answer) {
            case Answer.Given<T> _ -> Reason.INTERNAL_ERROR;
            case Answer.Refused<T>(Rejection rejection, long _) -> rejection.reason();
        };
    }

    private static <T> void agree(String what, @Nullable Reason expected, Answer<T> answer) {
        boolean same = switch (answer) {
            case Answer.Given<T> _ -> expected == null;
            case Answer.Refused<T>(Rejection rejection, long _) -> rejection.reason() == expected;
        };
        if (!same) {
            throw new AssertionError(
                    what + ": expected " + (expected == null ? "a yes" : expected) + ", got " + answer);
        }
    }
}
