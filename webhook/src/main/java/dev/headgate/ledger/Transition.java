package dev.headgate.ledger;

/** What became of a call about a permit. */
public sealed interface Transition {

    /**
     * It is in effect.
     *
     * @param permit the state it led to, or had led to before where the call was a repetition
     * @param sequence of the last record that touched it; the answer waits for that one
     */
    record Made(Permit permit, long sequence) implements Transition {}

    /**
     * The permit does not allow it, and nothing changed but what was due anyway.
     *
     * @param obstacle why
     * @param permit as it stands
     * @param sequence of the last record that touched it
     */
    record Refused(Obstacle obstacle, Permit permit, long sequence) implements Transition {}

    /** There is no such permit, or it is somebody else's: nobody can tell the two apart. */
    enum Absent implements Transition {
        ABSENT
    }

    /** Why a permit does not allow a transition. */
    enum Obstacle {
        /** Somebody else has started it. */
        NOT_QUEUED,
        /** It has not been started. */
        NOT_EXECUTING,
        /** Nobody doubts whether it runs. */
        NOT_UNCERTAIN,
        /** It is over. */
        SETTLED,
        /** It was not started in time, or the right to run has ended. */
        EXPIRED,
        /** Its deadline has passed. */
        DEADLINE_EXCEEDED,
        /** Another subject uses the name of the executor that started it. */
        EXECUTOR_MISMATCH,
        /** The fencing token is not the one that counts. */
        TOKEN_STALE,
        /** A later renewal was accepted before. */
        RENEWAL_STALE
    }
}
