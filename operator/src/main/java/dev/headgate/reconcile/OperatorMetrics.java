package dev.headgate.reconcile;

import dev.headgate.fleet.CatalogState;
import dev.headgate.fleet.Progress;
import dev.headgate.policy.CatalogKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the operator measures of itself and of the fleet. Labels are kinds, states, results and names of policies; never nodes or catalogs. */
final class OperatorMetrics {
    private record PolicyNumbers(Progress progress, int findings) {}

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, PolicyNumbers> policies = new ConcurrentHashMap<>();
    private final Map<CatalogKey, CatalogState> catalogs = new ConcurrentHashMap<>();
    private final AtomicInteger leading = new AtomicInteger();
    private final Timer compileTime;
    private final MultiGauge nodes;
    private final MultiGauge findings;

    OperatorMetrics() {
        compileTime = Timer.builder("headgate.operator.compile.duration")
                .description("Compiling a policy with its catalogs")
                .register(registry);
        nodes = MultiGauge.builder("headgate.operator.nodes")
                .description("Nodes that a policy governs, by how far they are")
                .register(registry);
        findings = MultiGauge.builder("headgate.operator.findings")
                .description("Findings of a policy and its pin")
                .register(registry);
        Gauge.builder("headgate.operator.leader", leading, AtomicInteger::get)
                .description("Whether this process is the one that works")
                .register(registry);
        for (CatalogState state : CatalogState.values()) {
            Gauge.builder("headgate.operator.catalogs", catalogs, known -> count(known, state))
                    .description("Catalogs, by how the policies that claim them take them")
                    .tag("state", state.spelling())
                    .register(registry);
        }
        for (String kind : List.of("policy", "catalog", "node")) {
            for (String result : List.of("done", "failed")) {
                reconciles(kind, result);
            }
        }
    }

    private Counter reconciles(String kind, String result) {
        return Counter.builder("headgate.operator.reconciles")
                .description("Looks at an object")
                .tag("kind", kind)
                .tag("result", result)
                .register(registry);
    }

    /** Counts one look at an object. */
    <T> T reconciling(String kind, Supplier<T> look) {
        boolean done = false;
        try {
            T result = look.get();
            done = true;
            return result;
        } finally {
            reconciles(kind, done ? "done" : "failed").increment();
        }
    }

    <T> T compiling(Supplier<T> compilation) {
        long start = System.nanoTime();
        try {
            return compilation.get();
        } finally {
            compileTime.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }

    void leading(boolean now) {
        leading.set(now ? 1 : 0);
    }

    /** Takes how a policy stands. */
    void policy(String policy, Progress progress, int findingCount) {
        var numbers = new PolicyNumbers(progress, findingCount);
        if (!numbers.equals(policies.put(policy, numbers))) {
            publish();
        }
    }

    /** A policy is gone. */
    void forget(String policy) {
        if (policies.remove(policy) != null) {
            publish();
        }
    }

    /** Takes how a catalog stands. */
    void catalog(CatalogKey catalog, CatalogState state) {
        catalogs.put(catalog, state);
    }

    /** A catalog is gone. */
    void forgetCatalog(CatalogKey catalog) {
        catalogs.remove(catalog);
    }

    private static long count(Map<CatalogKey, CatalogState> catalogs, CatalogState state) {
        return catalogs.values().stream().filter(state::equals).count();
    }

    private synchronized void publish() {
        List<MultiGauge.Row<?>> nodeRows = new ArrayList<>();
        List<MultiGauge.Row<?>> findingRows = new ArrayList<>();
        policies.forEach((policy, numbers) -> {
            nodeRows.add(row(policy, "ready", numbers.progress().ready()));
            nodeRows.add(row(policy, "refusing", numbers.progress().refusing()));
            nodeRows.add(row(policy, "pending", numbers.progress().pending()));
            findingRows.add(MultiGauge.Row.of(Tags.of("policy", policy), numbers.findings()));
        });
        nodes.register(nodeRows, true);
        findings.register(findingRows, true);
    }

    private static MultiGauge.Row<?> row(String policy, String state, long count) {
        return MultiGauge.Row.of(Tags.of("policy", policy, "state", state), count);
    }

    /** All of it as Prometheus reads it. */
    String scrape() {
        return registry.scrape();
    }
}
