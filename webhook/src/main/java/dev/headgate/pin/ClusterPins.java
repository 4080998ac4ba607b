package dev.headgate.pin;

import dev.headgate.api.NodePin;
import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePinStatus;
import dev.headgate.pin.ClusterObjects.Answer;
import dev.headgate.policy.Durability;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pins what the operator assigns to this node: follows the node's own {@code NodePin}, fetches, verifies, swaps, and
 * acknowledges in its status. One thread does all of it, off the event loop. The last known good is served from
 * {@link #start} on, whether or not there is an API server.
 *
 * <p>The status is written when it changes, and every five minutes give or take a fifth. Every {@link #CHECK_MILLIS} the
 * object is read besides, so that a watch that went silent is noticed.
 */
public final class ClusterPins implements AutoCloseable {
    static final long CHECK_MILLIS = 25_000;
    static final long FIRST_RETRY_MILLIS = 1000;
    static final long LAST_RETRY_MILLIS = 60_000;
    static final long REFRESH_MILLIS = 300_000;

    private static final Logger LOG = LoggerFactory.getLogger(ClusterPins.class);

    private final ClusterObjects cluster;
    private final AssignedPins pins;
    private final LongSupplier bootEpoch;
    private final LongSupplier fencingCeiling;
    private final Supplier<Durability> durability;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headgate-pin").factory());
    private volatile PinSourceStatus view;
    private volatile long lastContactUnixMillis = -1;
    // All that follows belongs to the thread.
    private @Nullable NodePinSpec assignment;
    private @Nullable NodePinStatus written;
    private @Nullable ScheduledFuture<?> retry;
    private long retryMillis = FIRST_RETRY_MILLIS;
    private long refreshAtMillis;

    /**
     * Pins for one node.
     *
     * @param nodeName this node's, as its objects are called
     * @param lastKnownGood its disk
     * @param consumer who serves
     * @param bootEpoch starts of the process, for the status
     * @param durability what a restart remembers, for the status
     * @param fencingCeiling every token handed out is below it, for the status
     * @param maxSpreadMillis a fetch of parts waits a random time below this, so that a fleet does not arrive at once
     */
    public static ClusterPins of(
            KubernetesClient client,
            String nodeName,
            LastKnownGood lastKnownGood,
            PinConsumer consumer,
            LongSupplier bootEpoch,
            LongSupplier fencingCeiling,
            Supplier<Durability> durability,
            long maxSpreadMillis) {
        return new ClusterPins(
                new KubernetesObjects(client, nodeName),
                lastKnownGood,
                consumer,
                bootEpoch,
                fencingCeiling,
                durability,
                maxSpreadMillis,
                InstantSource.system(),
                RandomGenerator.getDefault());
    }

    ClusterPins(
            ClusterObjects cluster,
            LastKnownGood lastKnownGood,
            PinConsumer consumer,
            LongSupplier bootEpoch,
            LongSupplier fencingCeiling,
            Supplier<Durability> durability,
            long maxSpreadMillis,
            InstantSource clock,
            RandomGenerator random) {
        this.cluster = cluster;
        this.bootEpoch = bootEpoch;
        this.fencingCeiling = fencingCeiling;
        this.durability = durability;
        this.clock = clock;
        this.random = random;
        SnapshotFetch fetch = new SnapshotFetch(cluster, lastKnownGood.parts(), () -> spread(maxSpreadMillis));
        this.pins = new AssignedPins(lastKnownGood, fetch, consumer, clock);
        this.view = pins.view(-1);
    }

    /** Serves the last known good, in this thread, and then follows the API server in its own. */
    public void start() {
        pins.start();
        view = pins.view(-1);
        thread.execute(() -> cluster.follow(pin -> submit(() -> heard(pin))));
        var _ = thread.scheduleWithFixedDelay(
                () -> guarded(this::check), CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** How it stands. */
    public PinSourceStatus status() {
        PinSourceStatus now = view;
        return new PinSourceStatus(
                now.target(), now.active(), now.refusal(), now.details(), lastContactUnixMillis, now.refusals());
    }

    @Override
    public void close() {
        cluster.close();
        thread.shutdownNow();
    }

    private void submit(Runnable work) {
        try {
            thread.execute(() -> guarded(work));
        } catch (RejectedExecutionException _) {
            // Closed meanwhile; nothing is pinned any more.
            return;
        }
    }

    /** An exception must not end the schedule; what was served goes on. */
    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            LOG.error("Pinning failed unexpectedly; what is pinned stays", failure);
        }
    }

    private void heard(NodePin pin) {
        contact();
        NodePinSpec spec = pin.getSpec();
        if (spec == null) {
            return;
        }
        if (written == null) {
            // What an earlier process wrote keeps the times of conditions that still hold.
            written = pin.getStatus();
        }
        if (!spec.equals(assignment)) {
            assignment = spec;
            retryMillis = FIRST_RETRY_MILLIS;
        }
        work();
    }

    private void check() {
        switch (cluster.ownPin()) {
            case Answer.Found<NodePin>(var pin) -> heard(pin);
            case Answer.Absent<NodePin> _ -> contact();
            case Answer.Unavailable<NodePin>(var why) -> LOG.debug("The API server is away: {}", why);
        }
    }

    private void work() {
        NodePinSpec spec = assignment;
        if (spec == null) {
            return;
        }
        AssignedPins.Step step = pins.act(spec);
        view = pins.view(lastContactUnixMillis);
        boolean acknowledged = acknowledge();
        if (retry != null) {
            retry.cancel(false);
            retry = null;
        }
        if (step == AssignedPins.Step.AGAIN || !acknowledged) {
            // Half to whole of the pause, so that nodes refused together do not come back together.
            long pause = retryMillis / 2 + random.nextLong(retryMillis / 2 + 1);
            retry = thread.schedule(() -> guarded(this::work), pause, TimeUnit.MILLISECONDS);
            retryMillis = Math.min(LAST_RETRY_MILLIS, retryMillis * 2);
        } else {
            retryMillis = FIRST_RETRY_MILLIS;
        }
    }

    /** Writes the status if it says something new or is due; true unless it should have been written and was not. */
    private boolean acknowledge() {
        NodePinStatus status = pins.status(
                new Acknowledgement.Boot(bootEpoch.getAsLong(), fencingCeiling.getAsLong(), durability.get()), written);
        if (status.equals(written) && clock.millis() < refreshAtMillis) {
            return true;
        }
        return switch (cluster.applyStatus(status)) {
            case Answer.Found<NodePinStatus> _ -> {
                contact();
                written = status;
                refreshAtMillis = clock.millis() + REFRESH_MILLIS * 4 / 5 + random.nextLong(REFRESH_MILLIS * 2 / 5);
                yield true;
            }
            // The object is gone; its next state brings the status along.
            case Answer.Absent<NodePinStatus> _ -> true;
            case Answer.Unavailable<NodePinStatus>(var why) -> {
                LOG.warn("The status of NodePin could not be written and is tried again: {}", why);
                yield false;
            }
        };
    }

    private void contact() {
        lastContactUnixMillis = clock.millis();
    }

    private void spread(long maxMillis) {
        if (maxMillis <= 0) {
            return;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(random.nextLong(maxMillis));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
