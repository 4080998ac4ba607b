package dev.headgate.simulation;

import dev.headgate.admission.Caller;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.policy.Subject;
import java.util.Map;

/** Who calls. */
final class Callers {
    static final Caller RUNTIME = of(TestingPolicy.RUNTIME);
    static final Caller ALICE = of(TestingPolicy.ALICE);
    static final Caller BOB = of(TestingPolicy.BOB);
    static final Caller WORKER = of(TestingPolicy.WORKER);
    /** Nobody that any policy names. */
    static final Caller STRANGER = of(new Subject.User("stranger"));

    static final Caller ADMINISTRATOR = new Caller(new Subject.User("root"), true, Map.of());

    private Callers() {}

    private static Caller of(Subject subject) {
        return new Caller(subject, false, Map.of());
    }
}
