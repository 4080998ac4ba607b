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
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitState;
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
    private final ReentrantLock exclusion = new ReentrantLock();
    private final Ledger ledger = new Ledger();
    private final ArrayDeque<PinRecord> pins = new ArrayDeque<>();
    private final long lastToken;
    private long nextToken;
    private volatile @Nullable Pin pin;
    private volatile @Nullable PinRecord pinRecord;
    private volatile boolean shuttingDown;

    /**
     * An authority that has granted nothing yet.
     *
     * @param clock of the node
     * @param bootEpoch above that of every start of this node before, 0 to 2^23 - 1
     * @param load the newest observation; read inside the exclusion, so it must answer at once
     */
    public LedgerAuthority(NodeClock clock, long bootEpoch, Supplier<NodeLoad> load) {
        if (bootEpoch < 0 || bootEpoch > MAX_BOOT_EPOCH) {
            throw new IllegalArgumentException("the boot epoch is out of range");
        }
        this.clock = clock;
        this.load = load;
        this.nextToken = (bootEpoch << PermitViews.EPOCH_SHIFT) + 1;
        this.lastToken = (bootEpoch << PermitViews.EPOCH_SHIFT) + (1L << PermitViews.EPOCH_SHIFT) - 1;
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
                    newPin.policy().history().maxAgeMillis());
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
     * Applies what is due: one bounded turn.
     *
     * @return whether more is due already, so that another turn shall follow
     */
    public boolean applyDue() {
        exclusion.lock();
        try {
            long now = clock.bootNanos();
            ledger.applyDue(now);
            return ledger.moreDue(now);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Answer<PermitView> admit(Caller caller, AdmissionRequest request) {
        if (shuttingDown) {
            return refused(Reason.SHUTTING_DOWN);
        }
        // Read once: this decision sees this pin to its end.
        Pin current = pin;
        if (current == null) {
            return refused(Reason.POLICY_NOT_PINNED);
        }
        long deadline = bindDeadline(request);
        return switch (Eligibility.of(current, caller, request)) {
            case Rejection rejection -> new Answer.Refused<>(rejection);
            case Eligibility.Eligible eligible -> decide(eligible, deadline);
        };
    }

    private long bindDeadline(AdmissionRequest request) {
        return request.deadlineUnixMillis() == AdmissionRequest.NO_DEADLINE
                ? Long.MAX_VALUE
                : DeadlineCheck.bind(request.deadlineUnixMillis(), clock.unixMillis(), clock.bootNanos());
    }

    private Answer<PermitView> decide(Eligibility.Eligible eligible, long deadlineBootNanos) {
        Permit.Queued permit;
        long now;
        exclusion.lock();
        try {
            NodeLoad observed = load.get();
            now = clock.bootNanos();
            ledger.applyDue(now);
            AdmissionDecision.Moment moment =
                    new AdmissionDecision.Moment(now, clock.unixMillis(), deadlineBootNanos, unusedToken());
            switch (AdmissionDecision.of(eligible, observed, moment, ledger)) {
                case Rejection rejection -> {
                    return new Answer.Refused<>(rejection);
                }
                case AdmissionDecision.Granted granted -> {
                    permit = granted.permit();
                    nextToken++;
                }
            }
        } finally {
            exclusion.unlock();
        }
        return new Answer.Given<>(PermitViews.of(permit, now));
    }

    /** The next token; it counts as used only when a permit bears it. */
    private long unusedToken() {
        if (nextToken > lastToken) {
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
            case Rejection rejection -> new Answer.Refused<>(rejection);
            case Resolution.Resolved resolved -> new Answer.Given<>(resolved.tuple());
        };
    }

    @Override
    public Answer<PermitView> read(Caller caller, String permitId) {
        return inExclusion(now -> ledger.read(permitId, caller.subject(), caller.administrator(), now));
    }

    @Override
    public Answer<PermitView> start(Caller caller, String permitId, String executorId) {
        Optional<Rejection> malformed = IdentifierCheck.executorId(executorId, MAX_EXECUTOR_ID_BYTES);
        if (malformed.isPresent()) {
            return new Answer.Refused<>(malformed.get());
        }
        return inExclusion(now -> {
            long token = unusedToken();
            Transition transition = ledger.start(permitId, caller.subject(), executorId, now, token);
            if (transition instanceof Transition.Made(Permit permit) && permit.fencingToken() == token) {
                nextToken++;
            }
            return transition;
        });
    }

    @Override
    public Answer<PermitView> complete(Caller caller, String permitId, @Nullable Long fencingToken, Outcome outcome) {
        if (fencingToken == null) {
            return new Answer.Refused<>(Rejection.of(Reason.FENCING_TOKEN_MISSING, "fencingToken"));
        }
        return inExclusion(now -> ledger.complete(permitId, caller.subject(), fencingToken, outcome, now));
    }

    @Override
    public Answer<PermitView> cancel(Caller caller, String permitId) {
        return inExclusion(now -> ledger.cancel(permitId, caller.subject(), caller.administrator(), now));
    }

    @Override
    public Answer<PermitView> cancelActivation(Caller caller, @Nullable String tenant, String activationId) {
        exclusion.lock();
        try {
            List<Permit> candidates = liveOf(caller, tenant, activationId);
            if (candidates.size() > 1) {
                return new Answer.Refused<>(Rejection.of(Reason.TENANT_REQUIRED, "tenant"));
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
            ledger.applyDue(now);
            return new Answer.Given<>(PermitPages.of(ledger, caller, query, now));
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public Answer<List<Quota>> quota(Caller caller, @Nullable String tenant) {
        if (!caller.administrator()) {
            return refused(Reason.ADMINISTRATOR_REQUIRED);
        }
        return new Answer.Given<>(tenant == null ? usage() : quotas(tenant));
    }

    private List<Quota> quotas(String tenant) {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos());
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
            return new Answer.Given<>(List.copyOf(pins));
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public List<Quota> usage() {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos());
            return Quotas.shared(ledger, pin);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public long permits(PermitState state) {
        exclusion.lock();
        try {
            ledger.applyDue(clock.bootNanos());
            return ledger.count(state);
        } finally {
            exclusion.unlock();
        }
    }

    @Override
    public @Nullable PinRecord pinned() {
        return pinRecord;
    }

    private interface Call {
        Transition at(long nowBootNanos);
    }

    private Answer<PermitView> inExclusion(Call call) {
        Transition transition;
        long now;
        exclusion.lock();
        try {
            now = clock.bootNanos();
            transition = call.at(now);
        } finally {
            exclusion.unlock();
        }
        return switch (transition) {
            case Transition.Made(Permit permit) -> new Answer.Given<>(PermitViews.of(permit, now));
            case Transition.Refused(Transition.Obstacle obstacle, Permit permit) ->
                new Answer.Refused<>(Rejection.inState(
                        reason(obstacle),
                        permit.state(),
                        permit instanceof Permit.Settled settled ? settled.cause() : null));
            case Transition.Absent _ -> refused(Reason.PERMIT_NOT_FOUND);
        };
    }

    private static Reason reason(Transition.Obstacle obstacle) {
        return switch (obstacle) {
            case NOT_QUEUED -> Reason.PERMIT_NOT_QUEUED;
            case NOT_EXECUTING -> Reason.PERMIT_NOT_EXECUTING;
            case SETTLED -> Reason.PERMIT_SETTLED;
            case EXPIRED -> Reason.PERMIT_EXPIRED;
            case DEADLINE_EXCEEDED -> Reason.DEADLINE_EXCEEDED;
            case EXECUTOR_MISMATCH -> Reason.EXECUTOR_MISMATCH;
            case TOKEN_STALE -> Reason.FENCING_TOKEN_STALE;
        };
    }

    private static <T> Answer<T> refused(Reason reason) {
        return new Answer.Refused<>(Rejection.of(reason));
    }
}
