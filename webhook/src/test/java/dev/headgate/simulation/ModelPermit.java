package dev.headgate.simulation;

import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Doubt;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A permit as the model sees it: plain fields, and no rule at all. */
final class ModelPermit implements Cloneable {
    static final long NEVER = Long.MAX_VALUE;

    String id = "";
    String tenant = "";
    String activation = "";
    Subject owner = new Subject.User("nobody");
    List<Subject> executors = List.of();
    List<String> scopes = List.of();
    long generation;
    long fuel;
    long memory;
    long granted;
    long startBy;
    long deadline;
    long leaseNanos;
    long graceNanos;
    /** How long after the deadline it has certainly ended, or {@link #NEVER}. */
    long overrunNanos;

    @Nullable String key;

    long print;

    @Nullable String startedAs;

    PermitState state = PermitState.QUEUED;
    long firstToken;
    long token;

    @Nullable String executor;

    @Nullable Subject startedBy;

    long leaseEnd;
    long renewal;
    boolean cancelRequested;

    @Nullable Doubt doubt;

    long since;
    long endsByBoot;
    long endsByMonotonic;

    @Nullable SettlementCause cause;

    /** The boot of the machine whose clock its times are readings of. */
    long boot;

    @Nullable Completion completion;

    @Nullable String statement;

    long settledAt;

    /** The last record that touched it. */
    long touched;

    /** Boot-time clock at that record. */
    long touchedBoot;

    /** Counts changes of the fields above. */
    long version;

    /** What the first answer to its admission told; a repetition tells the same. */
    @Nullable PermitView firstTold;

    /** What it was last compared with, and the version that was. */
    @Nullable Permit compared;

    long comparedVersion = -1;

    /** The last comparison of everything that came across it. */
    long seen;

    boolean live() {
        return state != PermitState.SETTLED;
    }

    boolean allows(Subject subject) {
        return owner.equals(subject) || executors.contains(subject);
    }

    /** As it is now, whatever happens to it later. */
    ModelPermit copy() {
        try {
            return (ModelPermit) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return id + " " + tenant + "/" + activation + " " + state + " token " + token + " deadline " + deadline
                + " startBy " + startBy + " lease " + leaseEnd + " renewal " + renewal + " ends " + endsByBoot + "/"
                + endsByMonotonic + " cause " + cause + " doubt " + doubt + " touched " + touched;
    }
}
