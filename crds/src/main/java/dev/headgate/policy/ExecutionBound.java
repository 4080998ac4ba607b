package dev.headgate.policy;

import java.util.List;

/**
 * What bounds the execution of a profile, and how long after the deadline at most (design pages 3 and 14).
 *
 * @param enforcers in the order of their declaration; empty: nothing bounds it
 * @param maxOverrunMillis how long after the deadline the last of the work is gone, 0 or more; 0 if nothing bounds it
 */
public record ExecutionBound(List<Enforcer> enforcers, long maxOverrunMillis) {
    /** Nothing bounds the execution. */
    public static final ExecutionBound NONE = new ExecutionBound(List.of(), 0);

    public ExecutionBound {
        enforcers = List.copyOf(enforcers);
    }

    /**
     * Whether it frees a permit's place and memory: a meter of CPU fuel alone does not, so it counts as none here
     * (design page 14, "Permits").
     */
    public boolean releases() {
        return enforcers.contains(Enforcer.DEADLINE_KILL) || enforcers.contains(Enforcer.PROCESS_GROUP);
    }
}
