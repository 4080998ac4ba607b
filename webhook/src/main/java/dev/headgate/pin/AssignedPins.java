package dev.headgate.pin;

import dev.headgate.admission.Pin;
import dev.headgate.admission.Placement;
import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.NodePlacement;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.snapshot.Snapshot.Part;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts on assignments in their order (design page 5, "Telling the nodes"): never on a lower one, never on an equal one with
 * other content, and in one step or not at all. What it has seen is durable before it acts on it or says so. Not safe for
 * several threads; {@link ClusterPins} gives it one.
 */
final class AssignedPins {
    private static final Logger LOG = LoggerFactory.getLogger(AssignedPins.class);

    private final LastKnownGood disk;
    private final SnapshotFetch fetch;
    private final PinConsumer consumer;
    private final InstantSource clock;
    private PinRecord record = PinRecord.EMPTY;
    private PinRecord.@Nullable Good served;
    private @Nullable PinRefusal refusal;
    private String detail = "";
    private long refusals;

    AssignedPins(LastKnownGood disk, SnapshotFetch fetch, PinConsumer consumer, InstantSource clock) {
        this.disk = disk;
        this.fetch = fetch;
        this.consumer = consumer;
        this.clock = clock;
    }

    /** Whether there is something left to do for the assignment. */
    enum Step {
        DONE,
        /** Refused, or the API server did not say; worth another try later. */
        AGAIN
    }

    /** Serves what the disk holds. */
    void start() {
        switch (disk.load()) {
            case LastKnownGood.Loaded.Nothing(var found) -> record = found;
            case LastKnownGood.Loaded.Good(var found, var pin) -> {
                record = found;
                served = found.good();
                consumer.pin(pin);
                LOG.info(
                        "Serving the last known good, policy={} generation={}",
                        pin.version().name(),
                        pin.version().generation());
            }
            case LastKnownGood.Loaded.Damaged(var found, var what) -> {
                record = found;
                detail = what;
                LOG.error("Starting without a pin: {}", what);
            }
        }
    }

    /** Acts on a state of the node's object; the same state again tries again what is not done. */
    Step act(NodePinSpec spec) {
        PinRecord.Observed next =
                new PinRecord.Observed(spec.nodeUid(), spec.assignment(), spec.target(), placement(spec.placement()));
        PinRecord.Observed seen = record.observed();
        if (seen == null || !seen.nodeUid().equals(next.nodeUid()) || next.assignment() > seen.assignment()) {
            if (!store(record.observing(next), List.of())) {
                return Step.AGAIN;
            }
            accepted();
        } else if (next.assignment() < seen.assignment()) {
            // etcd was restored, or an event came late: the status reports the higher one, and the operator goes on
            // above it.
            return Step.DONE;
        } else if (!next.equals(seen)) {
            return refuse(PinRefusal.ASSIGNMENT_CONFLICT, "an assignment that was seen has other content now");
        }
        PinTarget target = next.target();
        return target == null ? unpin() : pin(target, next.placement());
    }

    private Step unpin() {
        if (served == null && record.good() == null) {
            return Step.DONE;
        }
        if (!store(record.unpinned(), List.of())) {
            return Step.AGAIN;
        }
        served = null;
        consumer.unpin();
        accepted();
        LOG.info("Unpinned: the assignment has no target");
        return Step.DONE;
    }

    private Step pin(PinTarget target, Placement placement) {
        PinRecord.Good now = served;
        if (now != null && now.isOf(target) && now.placement().equals(placement)) {
            accepted();
            return Step.DONE;
        }
        String since = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        return switch (fetch.fetch(target, placement, record, since)) {
            case SnapshotFetch.Fetched.Unavailable(var why) -> {
                detail = "the snapshot cannot be fetched: " + why;
                yield Step.AGAIN;
            }
            case SnapshotFetch.Fetched.Refused(var reason, var what) -> refuse(reason, what);
            case SnapshotFetch.Fetched.Complete(var good, var policy, var parts) -> {
                Pin pin = new Pin(good.policy(), good.generation(), good.digest(), policy, placement);
                if (!store(record.serving(good), parts)) {
                    yield Step.AGAIN;
                }
                served = good;
                consumer.pin(pin);
                accepted();
                LOG.info("Pinned, policy={} generation={} digest={}", good.policy(), good.generation(), good.digest());
                yield Step.DONE;
            }
        };
    }

    /** Makes it durable, or refuses to act: a node that forgets an order could go back behind it. */
    private boolean store(PinRecord next, List<Part> parts) {
        try {
            disk.store(next, parts);
            record = next;
            return true;
        } catch (IOException failure) {
            refuse(PinRefusal.DURABILITY_UNAVAILABLE, "the state directory cannot be written");
            LOG.error("The state directory cannot be written", failure);
            return false;
        }
    }

    private Step refuse(PinRefusal reason, String what) {
        if (refusal != reason || !Objects.equals(detail, what)) {
            refusals++;
            LOG.warn(
                    "The assignment is refused and what was served goes on: {}, {}",
                    Acknowledgement.spelling(reason),
                    what);
        }
        refusal = reason;
        detail = what;
        return Step.AGAIN;
    }

    private void accepted() {
        refusal = null;
        detail = "";
    }

    NodePinStatus status(Acknowledgement.Boot boot, @Nullable NodePinStatus before) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return Acknowledgement.of(record, served, refusal, boot, before, now.toString());
    }

    PinSourceStatus view(long lastContactUnixMillis) {
        PinRecord.Observed observed = record.observed();
        PinTarget target = observed == null ? null : observed.target();
        PinRecord.Good now = served;
        return new PinSourceStatus(
                target == null
                        ? null
                        : new PinSourceStatus.Generation(target.policy(), target.generation(), target.digest()),
                now == null ? null : new PinSourceStatus.Generation(now.policy(), now.generation(), now.digest()),
                refusal,
                detail.isEmpty() ? List.of() : List.of(detail),
                lastContactUnixMillis,
                refusals);
    }

    private static Placement placement(@Nullable NodePlacement placement) {
        return placement == null
                ? new Placement("", "", "")
                : new Placement(
                        Objects.requireNonNullElse(placement.architecture(), ""),
                        Objects.requireNonNullElse(placement.region(), ""),
                        Objects.requireNonNullElse(placement.zone(), ""));
    }
}
