package dev.headgate.node;

import dev.headgate.authority.LedgerAuthority;
import dev.headgate.authority.NodeClock;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.Profile;
import dev.headgate.policy.Revision;
import dev.headgate.state.StateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a start that nothing is missing from one that cannot know what an earlier one granted (design pages 3, "Durability", and
 * 14, "Whose ledger, and after which start"). After the latter the node grants nothing until any permit of before must have
 * ended: it withholds.
 *
 * <p>A start is unclean if there was one before, it left no mark that it ended with nothing held, and no journal tells what it
 * held. What a reboot of the machine ended is not withheld: whatever bounds work stands on the machine.
 */
final class CleanMarker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CleanMarker.class);
    /** Left by {@code headgate journal repair}. */
    static final String REPAIRED = "repaired";

    private static final int MAX_BYTES = 128;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final StateFile clean;
    private final StateFile longest;
    private final StateFile withholding;
    private final Path repaired;
    private final boolean unclean;
    private final long kernelBoot;
    /** Of the earlier start. */
    private final Bound before;

    private Bound bound;
    private boolean endsClean;

    /** A kernel boot, and a number of milliseconds, or a reading of its boot-time clock in nanoseconds. */
    private record Bound(long kernelBoot, long amount) {
        static final Bound NONE = new Bound(0, 0);

        static Bound read(StateFile file) throws IOException {
            Optional<byte[]> content = file.read();
            if (content.isEmpty()) {
                return NONE;
            }
            String[] words =
                    new String(content.get(), StandardCharsets.US_ASCII).strip().split(" ", 2);
            try {
                return new Bound(Long.parseUnsignedLong(words[0], 16), Long.parseLong(words[1]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException(file.path() + " is damaged; remove it if nothing of an earlier start runs", e);
            }
        }

        void write(StateFile file) throws IOException {
            file.write(
                    (Long.toUnsignedString(kernelBoot, 16) + " " + amount + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private CleanMarker(Path directory, boolean unclean, long kernelBoot) throws IOException {
        this.clean = new StateFile(directory.resolve("clean"), MAX_BYTES);
        this.longest = new StateFile(directory.resolve("longest-bound"), MAX_BYTES);
        this.withholding = new StateFile(directory.resolve("withholding"), MAX_BYTES);
        this.repaired = directory.resolve(REPAIRED);
        this.unclean = unclean;
        this.kernelBoot = kernelBoot;
        this.before = Bound.read(longest);
        this.bound = before;
    }

    /**
     * Looks at how the last process ended, and takes its mark away, on stable storage, before this one grants anything.
     *
     * @throws IOException if the state directory cannot be read or written
     */
    static CleanMarker take(StateDirectory state, NodeLedger.Remembered remembered) throws IOException {
        Path mark = state.path().resolve("clean");
        boolean clean = Files.exists(mark);
        if (clean) {
            Files.delete(mark);
            state.sync();
        }
        // A journal that was repaired may have lost permits.
        boolean whole = remembered.anything() && !Files.exists(state.path().resolve(REPAIRED));
        boolean unclean = state.knowsEarlierStart() && !clean && !whole;
        return new CleanMarker(state.path(), unclean, KernelBoot.current());
    }

    /** Notes how long work may last that is granted from now on; on stable storage before anything is. */
    synchronized void pinned(AdmissionPolicy policy) {
        long overrun = 0;
        for (Catalog catalog : policy.catalogs()) {
            for (Revision revision : catalog.revisions()) {
                for (Profile profile : revision.profiles()) {
                    overrun = Math.max(overrun, profile.executionBound().maxOverrunMillis());
                }
            }
        }
        long millis = policy.node().budgetCeiling().wallTimeMillis() + overrun;
        if (bound.kernelBoot == kernelBoot && bound.amount >= millis) {
            return;
        }
        var longer = new Bound(kernelBoot, millis);
        try {
            longer.write(longest);
            bound = longer;
        } catch (IOException e) {
            LOG.error("the state directory cannot be written; after a crash the node may withhold too short", e);
        }
    }

    /** Withholds after an unclean start. */
    synchronized void withhold(LedgerAuthority authority, NodeClock clock) throws IOException {
        if (!unclean || before.kernelBoot != kernelBoot) {
            Files.deleteIfExists(repaired);
            return;
        }
        long now = clock.bootNanos();
        Bound stored = Bound.read(withholding);
        // Until that end nothing was granted, so a further start within it does not begin anew.
        long end = stored.kernelBoot == kernelBoot && now < stored.amount
                ? stored.amount
                : Math.addExact(now, before.amount * NANOS_PER_MILLI);
        new Bound(kernelBoot, end).write(withholding);
        Files.deleteIfExists(repaired);
        authority.withholdFor(end - now);
        LOG.warn(
                "unclean start: nobody knows what an earlier start granted, so nothing is granted for {}",
                Duration.ofMillis((end - now) / NANOS_PER_MILLI));
    }

    /** The process ends, with so many permits held; or while it withholds what an earlier one may hold. */
    void endsWith(long held, boolean withholding) {
        endsClean = held == 0 && !withholding;
    }

    /** Leaves the mark, if nothing is held. */
    @Override
    public void close() throws IOException {
        if (endsClean) {
            clean.write("nothing held\n".getBytes(StandardCharsets.US_ASCII));
        }
    }
}
