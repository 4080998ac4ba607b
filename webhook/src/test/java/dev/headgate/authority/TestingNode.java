package dev.headgate.authority;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Pin;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.journal.TestingLog;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.Subject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole authority on a {@link TestingClock}, with a load that is good unless set otherwise. */
public final class TestingNode {
    public static final Caller RUNTIME = caller(TestingPolicy.RUNTIME);
    public static final Caller ALICE = caller(TestingPolicy.ALICE);
    public static final Caller BOB = caller(TestingPolicy.BOB);
    public static final Caller WORKER = caller(TestingPolicy.WORKER);
    public static final Caller ADMINISTRATOR = new Caller(new Subject.User("root"), true, Map.of());

    public final TestingClock clock = new TestingClock();
    /** The load, or null for a good one of now. */
    public volatile @Nullable NodeLoad load;

    public final TestingLog<LedgerRecord> log = new TestingLog<>();

    public final LedgerAuthority authority;

    /** A node that has no policy yet. */
    public TestingNode() {
        authority = new LedgerAuthority(clock, 7, this::load, log);
    }

    public TestingNode(TestingPolicy policy) {
        this(policy.pin());
    }

    public TestingNode(Pin pin) {
        this();
        authority.pin(pin);
    }

    private NodeLoad load() {
        NodeLoad set = load;
        return set == null ? new NodeLoad.Observed(clock.bootNanos(), 100, 100, Map.of()) : set;
    }

    public static Caller caller(Subject subject) {
        return new Caller(subject, false, Map.of());
    }

    /** Admits for {@link #RUNTIME}, which must be granted. */
    public PermitView admitted(String activationId) {
        return permit(authority.admit(RUNTIME, new TestingRequest(activationId).build()));
    }

    /** Admits for {@link #RUNTIME}, which must be refused. */
    public Rejection refusal(AdmissionRequest request) {
        return refused(authority.admit(RUNTIME, request));
    }

    /** What the permits of the node hold of a dimension. */
    public long used(Dimension dimension) {
        return authority.usage().stream()
                .filter(quota -> quota.scope() == ScopeKind.NODE && quota.dimension() == dimension)
                .mapToLong(AdmissionAuthority.Quota::used)
                .sum();
    }

    /** The permit of an admission, which must be granted. */
    public static PermitView permit(Answer<Admitted> answer) {
        return given(answer).permit();
    }

    /** How a permit's work ended, as its executor said; null if it did not. */
    public static @Nullable Outcome outcome(PermitView permit) {
        Completion completion = permit.completion();
        return completion == null ? null : completion.outcome();
    }

    /** The lease of a permit, which must have one. */
    public static PermitView.Lease lease(PermitView permit) {
        PermitView.Lease lease = permit.lease();
        if (lease == null) {
            throw new AssertionError("no lease: " + permit);
        }
        return lease;
    }

    public static <T> T given(Answer<T> answer) {
        return switch (answer) {
            case Answer.Given<T>(T value, long _) -> value;
            case Answer.Refused<T>(Rejection rejection, long _) -> throw new AssertionError("refused: " + rejection);
        };
    }

    public static <T> Rejection refused(Answer<T> answer) {
        return switch (answer) {
            case Answer.Given<T>(T value, long _) -> throw new AssertionError("given: " + value);
            case Answer.Refused<T>(Rejection rejection, long _) -> rejection;
        };
    }
}
