package dev.headgate.bench;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Selection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.PermitView;
import dev.headgate.authority.SystemClock;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.Overload;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A whole decision with its reservation and its release, through the authority: checks, exclusion, system clocks, permit,
 * rendering, and the cancellation that gives everything back. {@code main} runs it with the allocation profiler.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx1g", "--enable-native-access=ALL-UNNAMED"})
public class DecisionBenchmark {

    /** A node of one tenant. */
    @State(Scope.Benchmark)
    public static class Small {
        LedgerAuthority authority = new LedgerAuthority(new SystemClock(), 1, DecisionBenchmark::goodLoad);
        Caller caller = new Caller(TestingPolicy.RUNTIME, false, Map.of());
        AdmissionRequest request = new TestingRequest("activation").build();
        AdmissionRequest refused = new TestingRequest("background").build();

        /** Pins, and holds one permit so that no scope empties. */
        @Setup(Level.Trial)
        public void pin() {
            authority.pin(smallPolicy().pin());
            hold(authority, caller, refused);
        }
    }

    /** A node at its bounds, with 100,000 live permits. */
    @State(Scope.Benchmark)
    public static class Largest {
        private static final int LIVE = 100_000;
        LedgerAuthority authority = new LedgerAuthority(new SystemClock(), 1, DecisionBenchmark::goodLoad);
        Caller[] callers = new Caller[LargestPolicy.TENANTS];
        AdmissionRequest[] requests = new AdmissionRequest[LargestPolicy.TENANTS];
        int next;

        /** Pins, and fills the ledger with permits that execute. */
        @Setup(Level.Trial)
        public void fill() {
            authority.pin(LargestPolicy.pin());
            for (int n = 0; n < LIVE; n++) {
                int tenant = n % LargestPolicy.TENANTS;
                Caller caller = caller(tenant, n % LargestPolicy.SUBJECTS);
                hold(authority, caller, request("live-" + n, tenant, n));
            }
            if (authority.permits(PermitState.EXECUTING) != LIVE) {
                throw new IllegalStateException("the ledger is not full");
            }
            for (int tenant = 0; tenant < LargestPolicy.TENANTS; tenant++) {
                callers[tenant] = caller(tenant, tenant % LargestPolicy.SUBJECTS);
                requests[tenant] = request("activation", tenant, tenant);
            }
        }

        private static Caller caller(int tenant, int subject) {
            return new Caller(LargestPolicy.subject(tenant, subject), false, Map.of());
        }

        private static AdmissionRequest request(String activationId, int tenant, int number) {
            TestingRequest request = new TestingRequest(activationId);
            request.tenant = "tenant-" + tenant;
            request.priority = number % 16;
            request.selection = new Selection.Target(
                    "service-" + number % 20, "default", "payments.v1", "authorize", "customer-" + number);
            return request.build();
        }
    }

    /** The pure core of a node of one tenant. */
    @State(Scope.Benchmark)
    public static class SmallCore {
        Caller caller = new Caller(TestingPolicy.RUNTIME, false, Map.of());
        AdmissionRequest request = new TestingRequest("activation").build();
        CoreOnly core = new CoreOnly(smallPolicy().pin());

        /** Holds one permit so that no scope empties. */
        @Setup(Level.Trial)
        public void fill() {
            core.hold(caller, new TestingRequest("background").build());
        }
    }

    /** The pure core of a node at its bounds. */
    @State(Scope.Benchmark)
    public static class LargestCore {
        CoreOnly core = new CoreOnly(LargestPolicy.pin());
        Caller[] callers = new Caller[LargestPolicy.TENANTS];
        AdmissionRequest[] requests = new AdmissionRequest[LargestPolicy.TENANTS];
        int next;

        /** Holds 100,000 permits. */
        @Setup(Level.Trial)
        public void fill() {
            for (int n = 0; n < Largest.LIVE; n++) {
                int tenant = n % LargestPolicy.TENANTS;
                core.hold(Largest.caller(tenant, n % LargestPolicy.SUBJECTS), Largest.request("live-" + n, tenant, n));
            }
            for (int tenant = 0; tenant < LargestPolicy.TENANTS; tenant++) {
                callers[tenant] = Largest.caller(tenant, tenant % LargestPolicy.SUBJECTS);
                requests[tenant] = Largest.request("activation", tenant, tenant);
            }
        }
    }

    /** A token bucket that never runs dry. */
    @State(Scope.Benchmark)
    public static class TokenBucket {
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(1_000_000_000L).refillGreedy(1_000_000_000L, Duration.ofSeconds(1)))
                .build();
    }

    @Benchmark
    public Answer<PermitView> smallAdmitAndCancel(Small state) {
        return admitAndCancel(state.authority, state.caller, state.request);
    }

    @Benchmark
    public Answer<Admitted> smallRefusal(Small state) {
        return state.authority.admit(state.caller, state.refused);
    }

    @Benchmark
    public Answer<PermitView> largestAdmitAndCancel(Largest state) {
        int tenant = state.next;
        state.next = tenant + 1 == LargestPolicy.TENANTS ? 0 : tenant + 1;
        return admitAndCancel(state.authority, state.callers[tenant], state.requests[tenant]);
    }

    /** The decision alone, without exclusion, clocks and rendering. */
    @Benchmark
    public Object smallDecision(SmallCore state) {
        return state.core.admitAndCancel(state.caller, state.request);
    }

    /** The decision alone on the largest node. */
    @Benchmark
    public Object largestDecision(LargestCore state) {
        int tenant = state.next;
        state.next = tenant + 1 == LargestPolicy.TENANTS ? 0 : tenant + 1;
        return state.core.admitAndCancel(state.callers[tenant], state.requests[tenant]);
    }

    @Benchmark
    public boolean bucket4jTryConsume(TokenBucket state) {
        return state.bucket.tryConsume(1);
    }

    private static Answer<PermitView> admitAndCancel(
            LedgerAuthority authority, Caller caller, AdmissionRequest request) {
        return switch (authority.admit(caller, request)) {
            case Answer.Given<Admitted>(Admitted admitted, long _) ->
                authority.cancel(caller, admitted.permit().permitId());
            case Answer.Refused<Admitted> refused -> throw new IllegalStateException(refused.toString());
        };
    }

    private static void hold(LedgerAuthority authority, Caller caller, AdmissionRequest request) {
        if (!(authority.admit(caller, request) instanceof Answer.Given<Admitted>(Admitted admitted, long _))
                || !(authority.start(caller, admitted.permit().permitId(), "x") instanceof Answer.Given<PermitView>)) {
            throw new IllegalStateException("the background was refused");
        }
    }

    private static TestingPolicy smallPolicy() {
        TestingPolicy policy = new TestingPolicy();
        policy.feasibility = new Feasibility(0, 0, 0);
        policy.overload = new Overload(900, 850, 3_600_000, LoadSource.NODE);
        return policy;
    }

    /** One observation serves a whole run: the policies here allow an hour. */
    private static final NodeLoad GOOD_LOAD = new NodeLoad.Observed(new SystemClock().bootNanos(), 100, 100, Map.of());

    private static NodeLoad goodLoad() {
        return GOOD_LOAD;
    }

    /** Runs all, or those that match the arguments. */
    public static void main(String[] arguments) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include(DecisionBenchmark.class.getSimpleName() + "." + (arguments.length == 0 ? ".*" : arguments[0]));
        options.addProfiler(GCProfiler.class);
        new Runner(options.build()).run();
    }
}
