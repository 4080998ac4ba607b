package dev.headgate.http;

import dev.headgate.admission.Reason;
import dev.headgate.authority.AdmissionAuthority;
import dev.headgate.authority.AdmissionAuthority.PinRecord;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What the node tells Prometheus (design page 13, "Metrics"). Every label value comes from a closed list of this program:
 * never from a caller, a tenant or a request.
 */
final class HttpMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };
    /** The scopes that have no tenant's name in them; see {@link AdmissionAuthority#usage()}. */
    private static final List<ScopeKind> SHOWN_SCOPES =
            List.of(ScopeKind.NODE, ScopeKind.TRUST_CLASS, ScopeKind.QUEUE_CLASS, ScopeKind.CELL_CLASS);

    private final PrometheusMeterRegistry registry;
    private final AdmissionAuthority authority;
    private final Readiness readiness;
    private final Counter admitted;
    private final Map<Reason, Counter> rejected = new EnumMap<>(Reason.class);
    private final Timer admittedDuration;
    private final Timer rejectedDuration;
    private final Map<Served, Timer> served = new ConcurrentHashMap<>();
    private volatile List<Quota> usage = List.of();

    /** One label set of the request histogram: all three are of closed lists. */
    private record Served(Route route, String method, int status) {}

    HttpMetrics(PrometheusMeterRegistry registry, AdmissionAuthority authority, Readiness readiness, Clock clock) {
        this.registry = registry;
        this.authority = authority;
        this.readiness = readiness;
        admitted = admissions("admitted", "none");
        for (Reason reason : Reason.values()) {
            rejected.put(reason, admissions("rejected", reason.spelling()));
        }
        admittedDuration = admissionDuration("admitted");
        rejectedDuration = admissionDuration("rejected");
        registerPermits();
        registerScopes();
        registerReadiness();
        registerPolicy(clock);
    }

    private Counter admissions(String decision, String reason) {
        return Counter.builder("headgate.admissions")
                .description("Answers to requests for admission, by decision and reason")
                .tag("decision", decision)
                .tag("reason", reason)
                .register(registry);
    }

    private Timer admissionDuration(String decision) {
        return Timer.builder("headgate.admission.duration")
                .description("Time from the head of a request for admission to its answer")
                .tag("decision", decision)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private void registerPermits() {
        for (PermitState state : PermitState.values()) {
            if (state != PermitState.SETTLED) {
                Gauge.builder("headgate.permits", authority, from -> from.permits(state))
                        .description("Live permits, by state")
                        .tag("state", state.spelling())
                        .register(registry);
            }
        }
    }

    private void registerScopes() {
        for (ScopeKind scope : SHOWN_SCOPES) {
            for (Dimension dimension : Dimension.values()) {
                Gauge.builder("headgate.usage.ratio", this, from -> from.usageRatio(scope, dimension))
                        .description("Use as a part of the limit, the largest over the scopes of a kind")
                        .tag("scope", scope.spelling())
                        .tag("dimension", dimension.spelling())
                        .register(registry);
                Gauge.builder("headgate.limit", this, from -> from.limit(scope, dimension))
                        .description("Limits, summed over the scopes of a kind; memory in bytes")
                        .tag("scope", scope.spelling())
                        .tag("dimension", dimension.spelling())
                        .register(registry);
            }
        }
    }

    private void registerReadiness() {
        for (Readiness.Check check : readiness.checks()) {
            Gauge.builder("headgate.ready", this, from -> from.isReady(check.name()))
                    .description("Whether what the node needs is there, by check")
                    .tag("check", check.name())
                    .register(registry);
        }
    }

    private void registerPolicy(Clock clock) {
        Gauge.builder("headgate.policy.pinned.generation", this, from -> from.pinnedGeneration())
                .description("Generation of the pinned policy; 0 while nothing is pinned")
                .register(registry);
        Gauge.builder("headgate.policy.snapshot.age", this, from -> from.snapshotAgeSeconds(clock))
                .description("Time since the current snapshot was pinned; NaN while nothing is pinned")
                .baseUnit("seconds")
                .register(registry);
    }

    private double pinnedGeneration() {
        PinRecord pinned = authority.pinned();
        return pinned == null ? 0 : pinned.generation();
    }

    private double snapshotAgeSeconds(Clock clock) {
        PinRecord pinned = authority.pinned();
        return pinned == null ? Double.NaN : Math.max(0, clock.millis() - pinned.pinnedUnixMillis()) / 1_000.0;
    }

    private double isReady(String name) {
        return readiness.checks().stream().anyMatch(check -> check.name().equals(name) && check.ok()) ? 1 : 0;
    }

    private double usageRatio(ScopeKind scope, Dimension dimension) {
        double most = 0;
        for (Quota quota : usage) {
            Long limit = quota.limit();
            if (quota.scope() == scope && quota.dimension() == dimension && limit != null) {
                // A zero limit that is used is over-used without bound; that one is not used says nothing.
                double ratio = quota.used() == 0 ? 0 : (double) quota.used() / limit;
                most = Math.max(most, ratio);
            }
        }
        return most;
    }

    private double limit(ScopeKind scope, Dimension dimension) {
        double sum = 0;
        for (Quota quota : usage) {
            Long limit = quota.limit();
            if (quota.scope() == scope && quota.dimension() == dimension && limit != null) {
                sum += limit;
            }
        }
        return sum;
    }

    /** An answer to a request for admission with a permit. */
    void countAdmitted(long nanos) {
        admitted.increment();
        admittedDuration.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Any other answer to a request for admission. */
    void countRejected(Reason reason, long nanos) {
        Objects.requireNonNull(rejected.get(reason)).increment();
        rejectedDuration.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Any answer. */
    void countServed(Route route, String method, int status, long nanos) {
        served.computeIfAbsent(new Served(route, method, status), this::requestDuration)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer requestDuration(Served labels) {
        return Timer.builder("http.server.request.duration")
                .description("Time from the head of a request to its answer")
                .tag("http_request_method", labels.method())
                .tag("http_route", labels.route().template())
                .tag("http_response_status_code", Integer.toString(labels.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** The text of a scrape. Takes a moment: not for an event loop. */
    String scrape() {
        usage = authority.usage();
        return registry.scrape();
    }
}
