package dev.headgate.authority;

import dev.headgate.admission.AdmissionDecision;
import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.DeadlineCheck;
import dev.headgate.admission.Eligibility;
import dev.headgate.admission.IdentifierCheck;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Pin;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.Resolution;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.journal.DurableLog;
import dev.headgate.journal.MemoryLog;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.Renewal;
import dev.headgate.ledger.Repetition;
import dev.headgate.ledger.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shell around the ledger: one exclusion, the clock sampled inside it, identifiers that never repeat. Everything else is
 * decided by the pure core.
 *
 * <p>Fencing tokens are {@code bootEpoch · 2^40 + n}. Permit ids are those of the grants in another notation.
 */
public final class LedgerAuthority implements AdmissionAuthority {
    /** The longest executor name, in UTF-8 bytes; permit routes consult no policy, so it is fixed. */
    public static final int MAX_EXECUTOR_ID_BYTES = 253;

    private static final int MAX_PIN_RECORDS = 100;
    private static final long MAX_BOOT_EPOCH = (1L << (63 - PermitViews.EPOCH_SHIFT)) - 1;

    private final NodeClock clock;
    private final Supplier<NodeLoad> load;
    private final DurableLog<LedgerRecord> log;
    private final Ledger ledger;
    private final ReentrantLock exclusion = new ReentrantLock();
    private final ArrayDeque<PinRecord> pins = new ArrayDeque<>();
    private final long lastToken;
    private long nextToken;
    private volatile @Nullable Pin pin;
    private volatile @Nullable PinRecord pinRecord;
    private volatile boolean shuttingDown;
    private long withheldUntilBootNanos = Long.MIN_VALUE;
    private long withheldUntilMonotonicNanos = Long.MIN_VALUE;

    /** An authority that has granted nothing yet and whose permits a restart forgets. */
    public LedgerAuthority(NodeClock clock, long bootEpoch, Supplier<NodeLoad> load) {
        this(clock, bootEpoch, load, new MemoryLog<>());
    }

    /** An authority that has granted nothing yet. */
    public LedgerAuthority(NodeClock clock, long bootEpoch, Supplier<NodeLoad> load, DurableLog<LedgerRecord> log) {
        this(clock, bootEpoch, load, log, new Ledger(record -> log.append(record.sequence(), record), 0));
    }

    /**
     * An authority over a ledger that may hold permits already.
     *
     * @param clock of the node
     * @param bootEpoch above that of every start of this node before, 0 to 2^23 - 1
     * @param load the newest observation; read inside the exclusion, so it must answer at once
     * @param log takes what the ledger records
     */
    public LedgerAuthority(
            NodeClock clock, long bootEpoch, Supplier<NodeLoad> load, DurableLog<LedgerRecord> log, Ledger ledger) {
        if (bootEpoch < 0 || bootEpoch > MAX_BOOT_EPOCH) {
            throw new IllegalArgumentException("the boot epoch is out of range");
        }
        this.clock = clock;
        this.load = load;
        this.log = log;
        this.ledger = ledger;
        this.nextToken = (bootEpoch << PermitViews.EPOCH_SHIFT) + 1;
        this.lastToken = (bootEpoch << PermitViews.EPOCH_SHIFT) + (1L << PermitViews.EPOCH_SHIFT) - 1;
    }

    /** The lowest boot epoch whose tokens are all above a token. */
    public static long bootEpochAfter(long fencingToken) {
        return (fencingToken >>> PermitViews.EPOCH_SHIFT) + 1;
    }

    /** Swaps the policy for the decisions that begin from now on. Evicts nothing. */
    public void pin(Pin newPin) {
        exclusion.lock();
        try {
            PinRecord pinned = new PinRecord(
                    newPin.version().name(),
                    newPin.version().generation(),
                    newPin.version().digest(),
                    clock.unixMillis());
            pins.addFirst(pinned);
            if (pins.size() > MAX_PIN_RECORDS) {
                pins.removeLast();
            }
            ledger.boundHistory(
                    newPin.policy().history().maxEntries(),
                    newPin.policy().history().maxAgeMillis(),
                    Math.max(1, newPin.policy().tenants().size()));
            pin = newPin;
            pinRecord = pinned;
        } finally {
            exclusion.unlock();
        }
    }

    /** Admits nothing from now on, until a policy is pinned again. Evicts nothing; permit routes need no pin. */
    public void unpin() {
        exclusion.lock();
        try {
            pin = null;
            pinRecord = null;
        } finally {
            exclusion.unlock();
        }
    }

    /** Refuses admissions from now on; everything else goes on (design page 13). */
    public void shutDown() {
        shuttingDown = true;
    }

    /**
     * Grants nothing for so long: what an earlier start may have granted and this one does not know counts as held until then
     * (design page 3, "Durability"). On both clocks, because the timer of what ends that work sleeps with the machine.
     */
    public void withholdFor(long nanos) {
        exclusion.lock();
        try {
            withheldUntilBootNanos = Math.addExact(clock.bootNanos(), nanos);
            withheldUntilMonotonicNanos = Math.addExact(clock.monotonicNanos(), nanos);
        } finally {
            exclusion.unlock();
        }
    }

    private boolean withholds(long nowBootNanos, long nowMonotonicNanos) {
        return nowBootNanos < withheldUntilBootNanos || nowMonotonicNanos < withheldUntilMonotonicNanos;
    }

    /**
     * Records this start of the process, which precedes everything else.
     *
     * @return the sequence that must be durable before the first request
     */
    public long recordBoot(long bootEpoch) {
        exclusion.lock();
        try {
            return ledger.recordBoot(bootEpoch, clock.bootNanos());
        } finally {
            exclusion.unlock();
        }
    }

    /**
     * Writes the oldest permits anew where the log asks for it, and tells it what it can give up: one bounded turn.
     *
     * @return whether more is to be done already
     */
    public boolean rewriteOldest() {
        exclusion.lock();
        try {
            if (!log.wantsRewrite(ledger.kept())) {
                return false;
            }
            long end = log.oldestStretchEnd();
            if (end == 0) {
                return false;
            }
            ledger.rewriteOldest(end, Ledger.MAX_EXPIRIES_PER_TURN, clock.bootNanos());
            if (ledger.oldestNeeded() <= end) {
                return true;
            }
            log.release(ledger.oldestNeeded());
            return false;
        } finally {
            exclusion.unlock();
        }
    }

    /**
     * Applies what is due: one bounded turn.
     *
     * @return whether more is due already, so that another turn shall follow
     */
    public boolean applyDue() {
        exclusion.lock();
        try {
            long now = clock.bootNanos();
            ledger.applyDue(now, clock.monotonicNanos());
            return ledger.moreDue(now);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Answer<Admitted> admit(Caller caller, AdmissionRequest request) {
        IdempotencyKey key = request.idempotencyKey();
        if (key != null) {
            Answer<Admitted> repeated = repeat(caller, key);
            if (repeated != null) {
                return repeated;
            }
        }
        if (shuttingDown) {
            return refused(Reason.SHUTTING_DOWN);
        }
        // Read once: this decision sees this pin to its end.
        Pin current = pin;
        if (current == null) {
            return refused(Reason.POLICY_NOT_PINNED);
        }
        if (!log.available()) {
            return refused(Reason.JOURNAL_UNAVAILABLE);
        }
        String executorId = request.startExecutorId();
        if (executorId != null) {
            Optional<Rejection> malformed =
                    IdentifierCheck.fixed(executorId, MAX_EXECUTOR_ID_BYTES, "start.executorId");
            if (malformed.isPresent()) {
                return refused(malformed.get());
            }
        }
        long deadline = bindDeadline(request);
        return switch (Eligibility.of(current, caller, request)) {
            case Rejection rejection -> refused(rejection);
            case Eligibility.Eligible eligible -> decide(caller, eligible, deadline);
        };
    }

    private long bindDeadline(AdmissionRequest request) {
        return request.deadlineUnixMillis() == AdmissionRequest.NO_DEADLINE
                ? Long.MAX_VALUE
                : DeadlineCheck.bind(request.deadlineUnixMillis(), clock.unixMillis(), clock.bootNanos());
    }

    private Answer<Admitted> decide(Caller caller, Eligibility.Eligible eligible, long deadlineBootNanos) {
        AdmissionDecision.Granted granted;
        long now;
        exclusion.lock();
        try {
            IdempotencyKey key = eligible.request().idempotencyKey();
            if (key != null) {
                // The same request may have been granted since the first look.
                Answer<Admitted> repeated = repeat(caller, key);
                if (repeated != null) {
                    return repeated;
                }
            }
            NodeLoad observed = load.get();
            now = clock.bootNanos();
            long monotonic = clock.monotonicNanos();
            if (withholds(now, monotonic)) {
                return refused(Reason.RECOVERING);
            }
            ledger.applyDue(now, monotonic);
            AdmissionDecision.Moment moment =
                    new AdmissionDecision.Moment(now, clock.unixMillis(), deadlineBootNanos, monotonic, unusedToken());
            switch (AdmissionDecision.of(eligible, observed, moment, ledger)) {
                case Rejection rejection -> {
                    return refused(rejection);
                }
                case AdmissionDecision.Granted given -> {
                    granted = given;
                    nextToken = given.permit().fencingToken() + 1;
                }
            }
        } finally {
            exclusion.unlock();
        }
        PermitState state = granted.permit().state();
        return new Answer.Given<>(
                new Admitted(PermitViews.of(granted.permit(), now), false, state), granted.sequence());
    }

    /** What the key stands for already, or null if it is new (design page 2, step 4). */
    private @Nullable Answer<Admitted> repeat(Caller caller, IdempotencyKey key) {
        exclusion.lock();
        try {
            Repetition repetition = ledger.repeat(caller.subject(), key, clock.bootNanos(), clock.monotonicNanos());
            return switch (repetition) {
                case null -> null;
                case Repetition.Conflict _ -> refused(Reason.IDEMPOTENCY_KEY_CONFLICT);
                case Repetition.Granted(Permit permit, PermitState stateNow, long sequence) ->
                    new Answer.Given<>(
                            new Admitted(PermitViews.of(permit, permit.grant().grantedBootNanos()), true, stateNow),
                            sequence);
                case Repetition.Ended(Transition.Obstacle obstacle, Permit permit, long sequence) ->
                    new Answer.Refused<>(inState(obstacle, permit), sequence);
            };
        } finally {
            exclusion.unlock();
        }
    }

    /** The next token; it counts as used only when a permit bears it. */
    private long unusedToken() {
        // One admission may take two.
        if (nextToken >= lastToken) {
            throw new IllegalStateException("the fencing tokens of this boot epoch are used up; restart the node");
        }
        return nextToken;
    }

    @Override
    public Answer<RevisionTuple> resolve(Caller caller, ResolutionRequest request) {
        Pin current = pin;
        if (current == null) {
            return refused(Reason.POLICY_NOT_PINNED);
        }
        return switch (Resolution.of(current, caller, request)) {
            case Rejection rejection -> refused(rejection);
            case Resolution.Resolved resolved -> new Answer.Given<>(resolved.tuple(), 0);
        };
    }

    @Override
    public Answer<PermitView> read(Caller caller, String permitId) {
        return inExclusion(
                (boot, monotonic) -> ledger.read(permitId, caller.subject(), caller.administrator(), boot, monotonic));
    }

    @Override
    public Answer<PermitView> start(Caller caller, String permitId, String executorId) {
        Optional<Rejection> malformed = IdentifierCheck.fixed(executorId, MAX_EXECUTOR_ID_BYTES, "executorId");
        if (malformed.isPresent()) {
            return refused(malformed.get());
        }
        if (!log.available()) {
            return refused(Reason.JOURNAL_UNAVAILABLE);
        }
        return inExclusion((boot, monotonic) -> {
            long token = unusedToken();
            Transition transition = ledger.start(permitId, caller.subject(), executorId, token, boot, monotonic);
            if (transition instanceof Transition.Made(Permit permit, long _) && permit.fencingToken() == token) {
                nextToken++;
            }
            return transition;
        });
    }

    @Override
    public Answer<PermitView> renew(Caller caller, RenewalRequest request) {
        return switch (renewal(request)) {
            case Answer.Refused<Renewal>(Rejection rejection, long _) -> refused(rejection);
            case Answer.Given<Renewal>(Renewal renewal, long _) ->
                inExclusion((boot, monotonic) ->
                        ledger.renew(request.permitId(), caller.subject(), renewal, boot, monotonic));
        };
    }

    @Override
    public List<Answer<PermitView>> renewAll(Caller caller, List<RenewalRequest> requests) {
        List<Answer<PermitView>> answers = new ArrayList<>(requests.size());
        List<String> permitIds = new ArrayList<>(requests.size());
        List<Renewal> renewals = new ArrayList<>(requests.size());
        List<Integer> places = new ArrayList<>(requests.size());
        for (int at = 0; at < requests.size(); at++) {
            switch (renewal(requests.get(at))) {
                case Answer.Refused<Renewal>(Rejection rejection, long _) -> answers.add(refused(rejection));
                case Answer.Given<Renewal>(Renewal renewal, long _) -> {
                    permitIds.add(requests.get(at).permitId());
                    renewals.add(renewal);
                    places.add(at);
                    answers.add(refused(Reason.PERMIT_NOT_FOUND));
                }
            }
        }
        exclusion.lock();
        try {
            long now = clock.bootNanos();
            List<Transition> transitions =
                    ledger.renewAll(permitIds, caller.subject(), renewals, now, clock.monotonicNanos());
            for (int at = 0; at < transitions.size(); at++) {
                answers.set(places.get(at), answer(transitions.get(at), now));
            }
        } finally {
            exclusion.unlock();
        }
        return List.copyOf(answers);
    }

    private Answer<Renewal> renewal(RenewalRequest request) {
        if (!log.available()) {
            return refused(Reason.JOURNAL_UNAVAILABLE);
        }
        Long token = request.fencingToken();
        return token == null
                ? refused(Rejection.of(Reason.FENCING_TOKEN_MISSING, "fencingToken"))
                : new Answer.Given<>(new Renewal(token, request.renewalSequence()), 0);
    }

    @Override
    public Answer<PermitView> complete(
            Caller caller, String permitId, @Nullable Long fencingToken, Completion completion) {
        if (fencingToken == null) {
            return refused(Rejection.of(Reason.FENCING_TOKEN_MISSING, "fencingToken"));
        }
        return inExclusion((boot, monotonic) ->
                ledger.complete(permitId, caller.subject(), fencingToken, completion, boot, monotonic));
    }

    @Override
    public Answer<PermitView> cancel(Caller caller, String permitId) {
        return inExclusion((boot, monotonic) ->
                ledger.cancel(permitId, caller.subject(), caller.administrator(), boot, monotonic));
    }

    @Override
    public Answer<PermitView> terminate(Caller caller, String permitId, String statement) {
        if (!caller.administrator()) {
            return refused(Reason.ADMINISTRATOR_REQUIRED);
        }
        Optional<Rejection> malformed = IdentifierCheck.text(statement, MAX_STATEMENT_BYTES, "cause");
        return malformed.isPresent()
                ? refused(malformed.get())
                : inExclusion((boot, monotonic) -> ledger.terminate(permitId, statement, boot, monotonic));
    }

    @Override
    public Answer<PermitView> cancelActivation(Caller caller, @Nullable String tenant, String activationId) {
        exclusion.lock();
        try {
            List<Permit> candidates = liveOf(caller, tenant, activationId);
            if (candidates.size() > 1) {
                return refused(Rejection.of(Reason.TENANT_REQUIRED, "tenant"));
            }
            return candidates.isEmpty()
                    ? refused(Reason.PERMIT_NOT_FOUND)
                    : cancel(caller, candidates.getFirst().grant().permitId());
        } finally {
            exclusion.unlock();
        }
    }

    private List<Permit> liveOf(Caller caller, @Nullable String tenant, String activationId) {
        List<Permit> found = new ArrayList<>();
        for (String candidate : tenant == null ? ledger.liveTenants() : List.of(tenant)) {
            Permit permit = ledger.live(candidate, activationId);
            if (permit != null && (caller.administrator() || permit.grant().allows(caller.subject()))) {
                found.add(permit);
            }
        }
        return found;
    }

    @Override
    public Answer<Page> list(Caller caller, PermitQuery query) {
        exclusion.lock();
        try {
            long now = clock.bootNanos();
            ledger.applyDue(now, clock.monotonicNanos());
            // A page tells of many permits, so it waits for everything.
            return new Answer.Given<>(PermitPages.of(ledger, caller, query, now), ledger.lastSequence());
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Answer<List<Quota>> quota(Caller caller, @Nullable String tenant) {
        if (!caller.administrator()) {
            return refused(Reason.ADMINISTRATOR_REQUIRED);
        }
        return new Answer.Given<>(tenant == null ? usage() : quotas(tenant), 0);
    }

    private List<Quota> quotas(String tenant) {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos(), clock.monotonicNanos());
            return Quotas.ofTenant(ledger, pin, tenant);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Answer<List<PinRecord>> pins(Caller caller) {
        if (!caller.administrator()) {
            return refused(Reason.ADMINISTRATOR_REQUIRED);
        }
        exclusion.lock();
        try {
            return new Answer.Given<>(List.copyOf(pins), 0);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public List<Quota> usage() {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos(), clock.monotonicNanos());
            return Quotas.shared(ledger, pin);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public long permits(PermitState state) {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos(), clock.monotonicNanos());
            return ledger.count(state);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Vitals vitals() {
        exclusion.lock();
        try {
            long now = clock.bootNanos();
            return new Vitals(
                    ledger.keyedEntries(),
                    ledger.maxHistoryEntries(),
                    ledger.leasesMissed(),
                    oldestUncertainUnixMillis(now),
                    withholds(now, clock.monotonicNanos()));
        } finally {
            exclusion.unlock();
        }
    }

    private long oldestUncertainUnixMillis(long nowBootNanos) {
        long since = ledger.oldestUncertainBootNanos();
        return since == Long.MAX_VALUE ? 0 : clock.unixMillis() - (nowBootNanos - since) / 1_000_000L;
    }

    @Override
    public @Nullable PinRecord pinned() {
        return pinRecord;
    }

    private interface Call {
        Transition at(long nowBootNanos, long nowMonotonicNanos);
    }

    private Answer<PermitView> inExclusion(Call call) {
        Transition transition;
        long now;
        exclusion.lock();
        try {
            now = clock.bootNanos();
            transition = call.at(now, clock.monotonicNanos());
        } finally {
            exclusion.unlock();
        }
        return answer(transition, now);
    }

    private static Answer<PermitView> answer(Transition transition, long nowBootNanos) {
        return switch (transition) {
            case Transition.Made(Permit permit, long sequence) ->
                new Answer.Given<>(PermitViews.of(permit, nowBootNanos), sequence);
            case Transition.Refused(Transition.Obstacle obstacle, Permit permit, long sequence) ->
                new Answer.Refused<>(inState(obstacle, permit), sequence);
            case Transition.Absent _ -> refused(Reason.PERMIT_NOT_FOUND);
        };
    }

    private static Rejection inState(Transition.Obstacle obstacle, Permit permit) {
        return Rejection.inState(
                reason(obstacle), permit.state(), permit instanceof Permit.Settled settled ? settled.cause() : null);
    }

    private static Reason reason(Transition.Obstacle obstacle) {
        return switch (obstacle) {
            case NOT_QUEUED -> Reason.PERMIT_NOT_QUEUED;
            case NOT_EXECUTING -> Reason.PERMIT_NOT_EXECUTING;
            case NOT_UNCERTAIN -> Reason.PERMIT_NOT_UNCERTAIN;
            case SETTLED -> Reason.PERMIT_SETTLED;
            case EXPIRED -> Reason.PERMIT_EXPIRED;
            case DEADLINE_EXCEEDED -> Reason.DEADLINE_EXCEEDED;
            case EXECUTOR_MISMATCH -> Reason.EXECUTOR_MISMATCH;
            case TOKEN_STALE -> Reason.FENCING_TOKEN_STALE;
            case RENEWAL_STALE -> Reason.RENEWAL_STALE;
        };
    }

    private static <T> Answer<T> refused(Reason reason) {
        return refused(Rejection.of(reason));
    }

    /** A refusal that tells nothing of the ledger. */
    private static <T> Answer<T> refused(Rejection rejection) {
        return new Answer.Refused<>(rejection, 0);
    }
}
