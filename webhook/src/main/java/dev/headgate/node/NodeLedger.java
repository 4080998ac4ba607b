package dev.headgate.node;

import dev.headgate.admission.NodeLoad;
import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.NodeClock;
import dev.headgate.journal.DurabilityListener;
import dev.headgate.journal.DurableLog;
import dev.headgate.journal.FileDisk;
import dev.headgate.journal.Journal;
import dev.headgate.journal.JournalCore;
import dev.headgate.journal.MemoryLog;
import dev.headgate.journal.Recovered;
import dev.headgate.journal.Recovery;
import dev.headgate.journal.UnreadableJournal;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import dev.headgate.ledger.LedgerRestore;
import dev.headgate.policy.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger of a start: what the journal of the state directory remembers, and the log that goes on from there (design pages 3
 * and 14). Everything is recovered, compared and on stable storage before the first request.
 */
final class NodeLedger implements AutoCloseable {
    /** Size of a segment of the journal. */
    static final int SEGMENT_BYTES = 16 << 20;

    private static final String JOURNAL = "journal";
    private static final String SEALED = "journal-sealed-";
    private static final long FIRST_SYNC_SECONDS = 60;
    private static final Logger LOG = LoggerFactory.getLogger(NodeLedger.class);

    private final LedgerAuthority authority;
    private final DurableLog<LedgerRecord> log;
    private final @Nullable Journal<LedgerRecord> journal;
    private final Durability durability;

    private NodeLedger(
            LedgerAuthority authority,
            DurableLog<LedgerRecord> log,
            @Nullable Journal<LedgerRecord> journal,
            Durability durability) {
        this.authority = authority;
        this.log = log;
        this.journal = journal;
        this.durability = durability;
    }

    /** What the state directory remembers, before anything is written. */
    static final class Remembered {
        private final Path directory;
        private final @Nullable FileDisk disk;
        private final @Nullable Recovered recovered;
        private final LedgerRestore restore;

        private Remembered(
                Path directory, @Nullable FileDisk disk, @Nullable Recovered recovered, LedgerRestore restore) {
            this.directory = directory;
            this.disk = disk;
            this.recovered = recovered;
            this.restore = restore;
        }

        /** The lowest boot epoch whose fencing tokens are above every token that is remembered. */
        long leastBootEpoch() {
            return LedgerAuthority.bootEpochAfter(restore.highestFencingToken());
        }

        /** Whether there is a journal that holds anything. */
        boolean anything() {
            return restore.lastSequence() > 0;
        }
    }

    /**
     * Reads the journal of a state directory.
     *
     * @throws IOException if it cannot be read, or must not be started from; the message says what to do
     */
    static Remembered remembered(Path stateDirectory) throws IOException {
        Path directory = stateDirectory.resolve(JOURNAL);
        var restore = new LedgerRestore();
        if (!Files.isDirectory(directory)) {
            return new Remembered(directory, null, null, restore);
        }
        try {
            FileDisk disk = FileDisk.in(directory);
            Recovered recovered = Recovery.of(disk, new SecureRandom());
            long sequence = recovered.firstSequence();
            for (byte[] record : recovered.records()) {
                try {
                    restore.replay(record);
                } catch (LedgerRecordCodec.MalformedRecord e) {
                    throw new IOException(
                            directory + ": record " + sequence + ": " + e.getMessage()
                                    + "; start the release that wrote it, or see 'headgate journal inspect'",
                            e);
                }
                sequence++;
            }
            if (recovered.cutBytes() > 0) {
                LOG.warn("cut {} bytes of a batch that was only being written", recovered.cutBytes());
            }
            return new Remembered(directory, disk, recovered, restore);
        } catch (UnreadableJournal e) {
            throw new IOException(directory + ": " + e.getMessage(), e);
        }
    }

    /**
     * Goes on from what is remembered.
     *
     * @param durability that is in force until the process ends
     * @param bootEpoch of this start, on stable storage
     * @param load the newest observation
     * @throws IOException if the journal cannot be written
     */
    static NodeLedger start(
            Remembered remembered,
            Durability durability,
            long bootEpoch,
            NodeClock clock,
            Supplier<NodeLoad> load,
            JournalMeters meters)
            throws IOException {
        long before = System.nanoTime();
        NodeLedger ledger = switch (durability) {
            case JOURNAL -> withJournal(remembered, bootEpoch, clock, load, meters);
            case MEMORY -> withMemory(remembered, bootEpoch, clock, load);
        };
        ledger.awaitDurable(ledger.authority.recordBoot(bootEpoch));
        meters.recovered(System.nanoTime() - before, remembered.restore.permits());
        if (remembered.anything()) {
            LOG.info(
                    "recovered, permits={} records={}",
                    remembered.restore.permits(),
                    remembered.restore.lastSequence());
        }
        return ledger;
    }

    private static NodeLedger withJournal(
            Remembered remembered, long bootEpoch, NodeClock clock, Supplier<NodeLoad> load, JournalMeters meters)
            throws IOException {
        FileDisk disk = remembered.disk == null ? FileDisk.in(remembered.directory) : remembered.disk;
        var random = new SecureRandom();
        Recovered recovered = remembered.recovered;
        try {
            if (recovered == null) {
                recovered = Recovery.of(disk, random);
            }
        } catch (UnreadableJournal e) {
            throw new IOException(e.getMessage(), e);
        }
        JournalCore<LedgerRecord> core =
                JournalCore.open(disk, LedgerRecordCodec::encode, random, SEGMENT_BYTES, recovered);
        var journal = new Journal<>(core, meters::synced, meters::failed);
        meters.follow(journal::bytes);
        return new NodeLedger(
                authority(remembered, bootEpoch, clock, load, journal), journal, journal, Durability.JOURNAL);
    }

    /** What a journal of before holds is carried on, and the journal is put aside, so that nobody goes on from it later. */
    private static NodeLedger withMemory(
            Remembered remembered, long bootEpoch, NodeClock clock, Supplier<NodeLoad> load) throws IOException {
        var log = new MemoryLog<LedgerRecord>();
        LedgerAuthority authority = authority(remembered, bootEpoch, clock, load, log);
        if (remembered.disk != null) {
            Path sealed = remembered.directory.resolveSibling(SEALED + bootEpoch);
            Files.move(remembered.directory, sealed, StandardCopyOption.ATOMIC_MOVE);
            LOG.warn("durability is Memory: permits of the journal go on, and it was put aside as {}", sealed);
        }
        return new NodeLedger(authority, log, null, Durability.MEMORY);
    }

    private static LedgerAuthority authority(
            Remembered remembered,
            long bootEpoch,
            NodeClock clock,
            Supplier<NodeLoad> load,
            DurableLog<LedgerRecord> log)
            throws IOException {
        return new LedgerAuthority(
                clock,
                bootEpoch,
                load,
                log,
                remembered.restore.finish(
                        record -> log.append(record.sequence(), record),
                        KernelBoot.current(),
                        clock.bootNanos(),
                        clock.monotonicNanos(),
                        clock.unixMillis()));
    }

    private void awaitDurable(long sequence) throws IOException {
        var done = new CompletableFuture<Boolean>();
        log.whenDurable(sequence, new DurabilityListener() {
            @Override
            public void durable() {
                done.complete(true);
            }

            @Override
            public void undurable() {
                done.complete(false);
            }
        });
        try {
            if (!done.get(FIRST_SYNC_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the journal cannot be written");
            }
        } catch (TimeoutException e) {
            throw new IOException("the disk of the journal does not answer", e);
        } catch (ExecutionException e) {
            throw new IOException("the journal cannot be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    LedgerAuthority authority() {
        return authority;
    }

    DurableLog<LedgerRecord> log() {
        return log;
    }

    /** What a restart remembers, until then. */
    Durability durability() {
        return durability;
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
    }
}
