package dev.headgate.pin;

import dev.headgate.admission.Pin;
import dev.headgate.admission.Placement;
import dev.headgate.api.PinRefusal;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Compilation;
import dev.headgate.policy.Compilation.CatalogOutcome;
import dev.headgate.policy.PolicyCompiler;
import dev.headgate.snapshot.Snapshot;
import dev.headgate.snapshot.SnapshotCodec;
import dev.headgate.source.PolicyDirectory;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pins what a directory of policy files says, for a node that stands alone (design page 1, "Standing alone"), and follows its
 * changes in a thread of its own. Files that cannot be read or do not compile change nothing: what was served goes on, over
 * restarts too.
 *
 * <p>The generation is a number of this node: it rises by one whenever the content that is served changes, and never falls.
 * Files that go back to an older content make a new generation, which has the old digest.
 */
public final class DirectoryPins implements AutoCloseable {
    /** The most findings that the status keeps. */
    static final int MAX_DETAILS = 20;

    private static final long POLL_MILLIS = 1000;
    private static final long SETTLE_MILLIS = 50;
    /** A change that left no trace in times and sizes is found after so many polls. */
    private static final int POLLS_UNTIL_READ = 30;

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryPins.class);

    private final Path directory;
    private final LastKnownGood disk;
    private final PinConsumer consumer;
    private final Placement placement;
    private final InstantSource clock;
    private final Thread thread;
    private volatile PinSourceStatus view = new PinSourceStatus(null, null, null, List.of(), -1, 0);
    private volatile boolean closed;
    // All that follows belongs to start() and then to the thread.
    private PinRecord record = PinRecord.EMPTY;
    private PinRecord.@Nullable Good served;
    private @Nullable AdmissionPolicy policy;
    private List<String> details = List.of();
    private @Nullable PinRefusal refusal;
    private long refusals;

    /**
     * Pins out of one directory.
     *
     * @param directory a directory, or one file
     * @param lastKnownGood the disk of this node
     * @param consumer who serves
     * @param placement where this node is
     */
    public DirectoryPins(Path directory, LastKnownGood lastKnownGood, PinConsumer consumer, Placement placement) {
        this(directory, lastKnownGood, consumer, placement, InstantSource.system());
    }

    DirectoryPins(Path directory, LastKnownGood disk, PinConsumer consumer, Placement placement, InstantSource clock) {
        this.directory = directory;
        this.disk = disk;
        this.consumer = consumer;
        this.placement = placement;
        this.clock = clock;
        this.thread = Thread.ofPlatform().daemon().name("headgate-pin").unstarted(this::follow);
    }

    /** Pins what the directory says now, in this thread, or else what was served last; then follows changes. */
    public void start() {
        switch (disk.load()) {
            case LastKnownGood.Loaded.Nothing(var found) -> record = found;
            case LastKnownGood.Loaded.Damaged(var found, var what) -> {
                record = found;
                LOG.error("The last known good is of no use: {}", what);
            }
            case LastKnownGood.Loaded.Good(var found, var pin) -> {
                record = found;
                policy = pin.policy();
                PinRecord.Good good = found.good();
                if (good != null && good.placement().equals(placement)) {
                    served = good;
                    consumer.pin(pin);
                    LOG.info(
                            "Serving the last known good, policy={} generation={}",
                            pin.version().name(),
                            pin.version().generation());
                }
            }
        }
        read();
        thread.start();
    }

    /** How it stands. */
    public PinSourceStatus status() {
        return view;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /** Reads the directory once and serves what it says. */
    void read() {
        switch (PolicyDirectory.read(directory)) {
            case PolicyDirectory.Findings(var findings) ->
                refuse(
                        PinRefusal.COMPILE_FAILED,
                        findings.stream().map(Object::toString).toList());
            case PolicyDirectory.Read(var source, var catalogs) -> {
                String name = source.resource().getMetadata().getName();
                Compilation compilation = PolicyCompiler.compile(
                        source.resource(),
                        catalogs.stream().map(PolicyDirectory.Located::resource).toList(),
                        policy);
                switch (compilation) {
                    case Compilation.Refused(var findings) ->
                        refuse(
                                PinRefusal.COMPILE_FAILED,
                                findings.stream()
                                        .map(finding -> source.positions()
                                                .locate(finding)
                                                .toString())
                                        .toList());
                    case Compilation.Compiled compiled -> serve(name, compiled);
                }
            }
        }
        PinRecord.Good now = served;
        PinSourceStatus.Generation active =
                now == null ? null : new PinSourceStatus.Generation(now.policy(), now.generation(), now.digest());
        view = new PinSourceStatus(active, active, refusal, details, clock.millis(), refusals);
    }

    private void serve(String name, Compilation.Compiled compiled) {
        Snapshot snapshot = SnapshotCodec.encode(compiled.policy());
        PinRecord.Good before = record.good();
        boolean known = before != null
                && before.digest().equals(snapshot.digest())
                && before.policy().equals(name);
        if (!known || served == null) {
            long generation = before != null && known ? before.generation() : highest() + 1;
            PinRecord.Good good = new PinRecord.Good(
                    name,
                    null,
                    generation,
                    snapshot.digest(),
                    snapshot.schemaVersion(),
                    snapshot.parts().stream().map(Snapshot.Part::digest).toList(),
                    placement,
                    clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
            Pin pin = new Pin(name, generation, snapshot.digest(), compiled.policy(), placement);
            try {
                PinRecord next = record.serving(good);
                disk.store(next, snapshot.parts());
                record = next;
            } catch (IOException failure) {
                LOG.error("The state directory cannot be written; what was served goes on", failure);
                refuse(PinRefusal.DURABILITY_UNAVAILABLE, List.of("the state directory cannot be written"));
                return;
            }
            served = good;
            consumer.pin(pin);
            LOG.info("Pinned, policy={} generation={} digest={}", name, generation, snapshot.digest());
        }
        policy = compiled.policy();
        refusal = null;
        say(catalogFindings(compiled));
    }

    /** Numbers go on where a broken last known good, or another policy, left them. */
    private long highest() {
        return record.history().stream()
                .mapToLong(PinRecord.Seen::generation)
                .max()
                .orElse(0);
    }

    private static List<String> catalogFindings(Compilation.Compiled compiled) {
        List<String> findings = new ArrayList<>();
        new TreeMap<>(compiled.catalogs()).forEach((key, outcome) -> {
            switch (outcome) {
                case CatalogOutcome.Included _ -> {
                    return;
                }
                case CatalogOutcome.LastGood last ->
                    last.findings()
                            .forEach(finding -> findings.add(key + " (its last good form is served): " + finding));
                case CatalogOutcome.Excluded excluded ->
                    excluded.findings().forEach(finding -> findings.add(key + " (not served): " + finding));
                case CatalogOutcome.Unclaimed() ->
                    findings.add(key + " (not served): no tenant of the policy names its namespace");
            }
        });
        return findings;
    }

    private void refuse(PinRefusal reason, List<String> findings) {
        List<String> before = details;
        say(findings);
        if (refusal != reason || !before.equals(details)) {
            refusals++;
        }
        refusal = reason;
    }

    /** Keeps findings for the status, and logs them when they are new. */
    private void say(List<String> findings) {
        List<String> kept = List.copyOf(findings.subList(0, Math.min(MAX_DETAILS, findings.size())));
        if (!kept.equals(details)) {
            kept.forEach(finding -> LOG.warn("{}", finding));
        }
        details = kept;
    }

    private void follow() {
        try (WatchService watcher = directory.getFileSystem().newWatchService()) {
            if (Files.isDirectory(directory)) {
                directory.register(
                        watcher,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            }
            List<String> seen = List.of();
            for (int polls = 1; !closed; polls++) {
                var key = watcher.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (key != null) {
                    key.pollEvents();
                    key.reset();
                }
                List<String> now = settled();
                if (!now.equals(seen) || polls % POLLS_UNTIL_READ == 0) {
                    readGuarded();
                }
                seen = now;
            }
        } catch (InterruptedException | ClosedWatchServiceException _) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            LOG.error("Changes of {} cannot be followed", directory, failure);
        }
    }

    private void readGuarded() {
        try {
            read();
        } catch (RuntimeException failure) {
            LOG.error("Reading {} failed unexpectedly; what is pinned stays", directory, failure);
        }
    }

    /** What the files look like once they have stopped changing, or after a second of change. */
    private List<String> settled() throws InterruptedException {
        List<String> now = traces();
        for (int attempt = 0; attempt < POLL_MILLIS / SETTLE_MILLIS; attempt++) {
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            List<String> next = traces();
            if (next.equals(now)) {
                break;
            }
            now = next;
        }
        return now;
    }

    /** Names, sizes and times of the files, through the links of a mounted ConfigMap. */
    private List<String> traces() {
        List<String> traces = new ArrayList<>();
        try (var files = Files.isDirectory(directory) ? Files.list(directory) : java.util.stream.Stream.of(directory)) {
            for (Path file : files.sorted().toList()) {
                traces.add(file.getFileName() + " " + file.toRealPath() + " " + Files.size(file) + " "
                        + Files.getLastModifiedTime(file));
            }
        } catch (IOException failure) {
            traces.add(failure.getClass().getSimpleName());
        }
        return traces;
    }
}
