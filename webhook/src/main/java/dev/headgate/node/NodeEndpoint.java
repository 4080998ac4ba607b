package dev.headgate.node;

import dev.headgate.admission.Pin;
import dev.headgate.authority.AdmissionAuthority.PinRecord;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.NodeClock;
import dev.headgate.authority.SystemClock;
import dev.headgate.http.Listener;
import dev.headgate.http.NodeServer;
import dev.headgate.http.ServerOptions;
import dev.headgate.http.Services;
import dev.headgate.ledger.PermitState;
import dev.headgate.pin.PinConsumer;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Durability;
import dev.headgate.pressure.LoadState;
import dev.headgate.pressure.NodeLoadSampler;
import dev.headgate.pressure.ReportedLoad;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that one node endpoint is made of, put together by hand; reads from top to bottom. */
final class NodeEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEndpoint.class);

    private final LedgerAuthority authority;
    private final NodeServer server;
    private final Duration drainTimeout;
    private final Deque<AutoCloseable> parts;
    private final AtomicBoolean shuttingDown;
    private final Durability durability;
    private final CleanMarker marker;

    private NodeEndpoint(
            LedgerAuthority authority,
            NodeServer server,
            Duration drainTimeout,
            Deque<AutoCloseable> parts,
            AtomicBoolean shuttingDown,
            Durability durability,
            CleanMarker marker) {
        this.authority = authority;
        this.server = server;
        this.drainTimeout = drainTimeout;
        this.parts = parts;
        this.shuttingDown = shuttingDown;
        this.durability = durability;
        this.marker = marker;
    }

    /**
     * Takes the lock of the node, then the policy, then listens.
     *
     * @throws IOException if the state directory, a file of the options or an address cannot be used; the message says which
     * @throws InterruptedException if the wait for the lock is interrupted
     */
    static NodeEndpoint start(NodeOptions options) throws IOException, InterruptedException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            return start(options, parts);
        } catch (IOException | InterruptedException | RuntimeException e) {
            closeAll(parts);
            throw e;
        }
    }

    private static NodeEndpoint start(NodeOptions options, Deque<AutoCloseable> parts)
            throws IOException, InterruptedException {
        List<Listener> listeners = Listeners.of(options);
        StateDirectory state = StateDirectory.acquire(options.stateDirectory());
        parts.push(state);
        NodeLedger.Remembered remembered = NodeLedger.remembered(state.path());
        CleanMarker marker = CleanMarker.take(state, remembered);
        parts.push(marker);
        long bootEpoch = state.nextBootEpoch(remembered.leastBootEpoch());
        NodeClock clock = new SystemClock();

        LoadState load = new LoadState();
        AtomicReference<@Nullable AdmissionPolicy> policy = new AtomicReference<>();
        AtomicReference<Durability> durability = new AtomicReference<>(Durability.JOURNAL);
        PinRelay relay = new PinRelay(pin -> {
            policy.set(pin == null ? null : pin.policy());
            if (pin != null) {
                load.follow(pin.policy().overload().source());
                marker.pinned(pin.policy());
            }
        });
        PolicySource source = PolicySource.of(options, bootEpoch, durability::get, clock, relay);
        parts.push(source);
        source.start();

        // It takes effect with a start: what is in force now is what the policy of the start says.
        Pin first = relay.pinned();
        durability.set(first == null ? Durability.JOURNAL : first.policy().durability());
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        NodeLedger ledger = NodeLedger.start(
                remembered, durability.get(), bootEpoch, clock, load::current, new JournalMeters(meters));
        parts.push(ledger);
        LedgerAuthority authority = ledger.authority();
        marker.withhold(authority, clock);
        relay.attach(new PinConsumer() {
            @Override
            public void pin(Pin pin) {
                authority.pin(pin);
            }

            @Override
            public void unpin() {
                authority.unpin();
            }
        });
        NodeLoadSampler sampler = new NodeLoadSampler(Path.of("/"), options.workGroup(), load, clock::bootNanos);
        parts.push(sampler);
        parts.push(new DueTurns(authority));
        sampler.start();

        AtomicBoolean shuttingDown = new AtomicBoolean();
        Callers callers = source.callers();
        NodeServer server = NodeServer.start(
                ServerOptions.of(listeners, Listeners.hosts(options), NodeCommand.version()),
                new Services(
                        authority,
                        ledger.log(),
                        callers.authenticator(),
                        new ReadinessChecks(
                                authority,
                                ledger.log()::available,
                                load::current,
                                source::whyUnpinned,
                                shuttingDown::get),
                        new PolicyLoadReports(new ReportedLoad(load, policy::get), clock),
                        Clock.systemUTC()),
                meters);
        parts.push(server);
        sayWhereItListens(options, server, authority.pinned());
        return new NodeEndpoint(
                authority, server, options.drainTimeout(), parts, shuttingDown, ledger.durability(), marker);
    }

    private static void sayWhereItListens(NodeOptions options, NodeServer server, @Nullable PinRecord pinned) {
        for (int at = 0; at < options.listen().size(); at++) {
            LOG.info("listening on {}:{}", options.listen().get(at).host(), server.port(at));
        }
        if (options.unixSocket() != null) {
            LOG.info("listening on {}", options.unixSocket().path());
        }
        if (pinned == null) {
            LOG.warn("no policy is pinned yet, so nothing is admitted");
        }
    }

    /** Serves until the process is told to end; the virtual machine then waits for {@link #close}. Does not return. */
    void serve() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "headgate-end"));
        new CountDownLatch(1).await();
    }

    /**
     * Ends in the order that loses nothing (design page 13, "Network and life of the pod"): admissions are refused, everything
     * else is served until no permit is held or the time for it is over, then the server closes, and the lock goes last.
     */
    @Override
    public void close() {
        shuttingDown.set(true);
        authority.shutDown();
        server.drain();
        // A journal remembers what is held, and the next start serves it the sooner.
        Duration patience = durability == Durability.MEMORY ? drainTimeout : Duration.ZERO;
        long held = held();
        if (held > 0 && patience.isPositive()) {
            LOG.info(
                    "ending: admissions are refused, and held permits ({}) have {} s to end",
                    held,
                    patience.toSeconds());
        }
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (held() > 0 && System.nanoTime() < end) {
                Thread.sleep(50);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        held = held();
        if (held > 0 && durability == Durability.MEMORY) {
            LOG.warn("permits still held: {}; with durability Memory they are forgotten", held);
        }
        // What an earlier start may have granted is held as well.
        marker.endsWith(held, authority.vitals().withholding());
        closeAll(parts);
        LOG.info("ended");
    }

    private long held() {
        return authority.permits(PermitState.QUEUED)
                + authority.permits(PermitState.EXECUTING)
                + authority.permits(PermitState.UNCERTAIN);
    }

    private static void closeAll(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("a part did not end in order", e);
            }
        }
    }
}
