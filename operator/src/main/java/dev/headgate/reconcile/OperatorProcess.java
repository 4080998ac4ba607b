package dev.headgate.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the operator together, starts it and ends it. */
public final class OperatorProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorProcess.class);
    private static final String LEASE = "headgate-operator";
    /** Nodes are told in parallel; the API server takes some 5 ms for each. */
    private static final int THREADS = 8;

    private static final Duration LEASE_DURATION = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final String identity;
    private final @Nullable String leaseNamespace;
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final FleetView view;
    private final Operator operator;
    private final ProbeServer probes;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * Listens for probes already; nothing else happens before {@link #start}.
     *
     * @param client closed at the end
     * @param identity names this process in the lease and in events
     * @param leaseNamespace where the lease is; null: there is no other process
     * @param listen address of probes and metrics
     * @throws IOException if that address cannot be listened on
     */
    public OperatorProcess(
            KubernetesClient client, String identity, @Nullable String leaseNamespace, InetSocketAddress listen)
            throws IOException {
        this.client = client;
        this.identity = identity;
        this.leaseNamespace = leaseNamespace;
        Clock clock = Clock.systemUTC();
        view = new FleetView(client);
        var triggers = new Triggers(view);
        var contents = new SnapshotContents(view);
        var compilations = new Compilations(view, contents, metrics);
        var statuses = new StatusWriter(client, view);
        var events = new EventRecorder(client, identity, clock);
        var store = new SnapshotStore(client, view);

        operator = new Operator(this::configure);
        operator.register(
                new PolicyReconciler(view, triggers, compilations, store, statuses, events, metrics, clock),
                // Acknowledgements of a whole fleet arrive one by one, and each look counts them all.
                configuration -> paced(configuration, new LinearRateLimiter(Duration.ofSeconds(1), 4)));
        operator.register(
                new CatalogReconciler(view, triggers, compilations, contents, statuses, events, metrics, clock),
                configuration -> paced(configuration, new LinearRateLimiter(Duration.ofSeconds(1), 2)));
        operator.register(
                new NodeReconciler(client, view, triggers, metrics),
                configuration -> paced(configuration, new LinearRateLimiter(Duration.ofSeconds(1), 10))
                        .withItemStore(new NodeLabelsStore())
                        // A Node has no generation, and its heartbeats decide nothing.
                        .withGenerationAware(false)
                        .withOnUpdateFilter((after, before) -> Triggers.nodeChanged(before, after)));
        probes = new ProbeServer(listen, this::missing, metrics::scrape);
    }

    private void configure(ConfigurationServiceOverrider configuration) {
        configuration
                .withKubernetesClient(client)
                .withConcurrentReconciliationThreads(THREADS)
                .withCloseClientOnStop(false)
                .withReconciliationTerminationTimeout(Duration.ofSeconds(2));
        if (leaseNamespace != null) {
            configuration.withLeaderElectionConfiguration(election(leaseNamespace));
        }
    }

    // The framework's own exit would wait for this process' shutdown hook, which waits for it; only this constructor
    // turns it off.
    @SuppressWarnings("deprecation")
    private LeaderElectionConfiguration election(String namespace) {
        var callbacks = new LeaderCallbacks(
                () -> metrics.leading(true),
                this::lostTheLease,
                leader -> LOG.atInfo()
                        .setMessage("leader")
                        .addKeyValue("identity", leader)
                        .log());
        return new LeaderElectionConfiguration(
                LEASE, namespace, LEASE_DURATION, RENEW_DEADLINE, RETRY_PERIOD, identity, callbacks, false);
    }

    private static <R extends HasMetadata> ControllerConfigurationOverrider<R> paced(
            ControllerConfigurationOverrider<R> configuration, LinearRateLimiter limiter) {
        return configuration
                .withRetry(new GenericRetry()
                        .withoutMaxAttempts()
                        .setInitialInterval(200)
                        .setIntervalMultiplier(2)
                        .setMaxInterval(30_000))
                .withRateLimiter(limiter)
                .withFieldManager(StatusWriter.FIELD_MANAGER)
                .withReconciliationMaxInterval(Duration.ofMinutes(10));
    }

    /** Whoever no longer leads must not write; ending the process is the surest way, and a new one stands by. */
    private void lostTheLease() {
        metrics.leading(false);
        if (!ending.get()) {
            LOG.error("lost the lease; ending, so that only one process writes");
            Thread.ofPlatform().name("lease-lost").start(() -> System.exit(1));
        }
    }

    /** Starts, and returns when everything that is watched has been listed once and, without a lease, the work has begun. */
    public void start() {
        view.start();
        operator.start();
        if (leaseNamespace == null) {
            metrics.leading(true);
        }
        running.set(true);
        LOG.info("watching policies, catalogs and nodes");
    }

    /** Where probes and metrics are. */
    public InetSocketAddress address() {
        return probes.address();
    }

    private List<String> missing() {
        List<String> missing = new ArrayList<>(view.missing());
        if (missing.isEmpty() && !running.get()) {
            missing.add("the reconcilers");
        }
        return missing;
    }

    /** Ends: no more decisions, those under way finish, and another process may lead at once. */
    @Override
    public void close() {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        running.set(false);
        operator.stop();
        view.close();
        if (leaseNamespace != null) {
            release(leaseNamespace);
        }
        probes.close();
        client.close();
        LOG.info("ended");
    }

    /** Empties the lease, so that nobody waits for it to run out; under its resource version, so that only one's own is emptied. */
    private void release(String namespace) {
        try {
            Lease lease = client.leases().inNamespace(namespace).withName(LEASE).get();
            if (lease != null && identity.equals(lease.getSpec().getHolderIdentity())) {
                lease.getSpec().setHolderIdentity("");
                lease.getSpec().setLeaseDurationSeconds(1);
                client.resource(lease).update();
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .setMessage("cannot release the lease; it runs out by itself")
                    .addKeyValue("error", e.getMessage())
                    .log();
        }
    }
}
