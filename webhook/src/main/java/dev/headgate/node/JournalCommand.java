package dev.headgate.node;

import dev.headgate.command.CommandLines;
import dev.headgate.command.Version;
import dev.headgate.journal.FileDisk;
import dev.headgate.journal.Recovered;
import dev.headgate.journal.Recovery;
import dev.headgate.journal.Salvage;
import dev.headgate.journal.UnreadableJournal;
import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import dev.headgate.ledger.LedgerRestore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headgate journal}: what a journal holds, and the way out when it is damaged. */
@Command(
        name = "headgate journal",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        usageHelpAutoWidth = true,
        description = "Look at the journal of a state directory, or give up what is damaged in it.",
        subcommands = {JournalCommand.Inspect.class, JournalCommand.Repair.class})
public final class JournalCommand {
    private JournalCommand() {}

    static JournalCommand create() {
        return new JournalCommand();
    }

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(CommandLines.of(create(), System.getenv()).execute(arguments));
    }

    @Command(
            name = "inspect",
            mixinStandardHelpOptions = true,
            description =
                    "Say what the journal holds, and what is damaged. Changes nothing; exit code 1 if a node would not"
                            + " start from it.")
    static final class Inspect implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
        private CommandSpec spec;

        @Parameters(paramLabel = "DIR", description = "A state directory, or the journal in it.")
        @SuppressWarnings("NullAway.Init")
        private Path directory;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            try {
                FileDisk disk = FileDisk.existing(journalOf(directory));
                try {
                    describe(Recovery.of(disk, new SecureRandom()), out);
                    return CommandLine.ExitCode.OK;
                } catch (UnreadableJournal e) {
                    err.println("headgate journal: " + e.getMessage());
                    Recovered whole = Salvage.of(disk);
                    out.printf("whole: records %d to %d%n", whole.firstSequence(), whole.nextSequence() - 1);
                    return CommandLine.ExitCode.SOFTWARE;
                }
            } catch (IOException | MalformedRecord e) {
                err.println("headgate journal: " + e.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
        }

        private static void describe(Recovered recovered, PrintWriter out) throws MalformedRecord {
            var restore = new LedgerRestore();
            for (byte[] record : recovered.records()) {
                restore.replay(record);
            }
            recovered
                    .segments()
                    .forEach(segment -> out.printf(
                            "%s  from record %d, %d bytes%n",
                            segment.name(), segment.firstSequence(), segment.bytes()));
            out.printf("records %d to %d%n", recovered.firstSequence(), recovered.nextSequence() - 1);
            out.printf("on stable storage for certain through %d%n", recovered.provenThrough());
            out.printf("torn tail: %d bytes%n", recovered.cutBytes());
            out.printf("permits %d, finished ones included%n", restore.permits());
        }
    }

    @Command(
            name = "repair",
            mixinStandardHelpOptions = true,
            description = {
                "Keep the records before the first damage, and give up the rest. The old files are kept aside.",
                "Permits that only lost records told of are forgotten: make sure that their work has ended, or lower the limits of the"
                        + " node until it has."
            })
    static final class Repair implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
        private CommandSpec spec;

        @Parameters(
                paramLabel = "DIR",
                description = "A state directory, or the journal in it; no endpoint may be running on it.")
        @SuppressWarnings("NullAway.Init")
        private Path directory;

        @Option(
                names = "--accept-loss",
                required = true,
                description = "Say that you know that permits may be forgotten.")
        private boolean acceptLoss;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            PrintWriter err = spec.commandLine().getErr();
            try {
                Path journal = journalOf(directory);
                if (!acceptLoss) {
                    err.println("headgate journal: say --accept-loss");
                    return CommandLine.ExitCode.USAGE;
                }
                FileDisk disk = FileDisk.existing(journal);
                try {
                    Recovery.of(disk, new SecureRandom());
                    out.println("nothing is damaged, so nothing was changed");
                    return CommandLine.ExitCode.OK;
                } catch (UnreadableJournal e) {
                    out.println(e.getMessage());
                }
                Recovered whole = Salvage.of(disk);
                Path aside = journal.resolveSibling("journal-damaged-" + System.currentTimeMillis());
                Files.move(journal, aside, StandardCopyOption.ATOMIC_MOVE);
                Salvage.write(whole, FileDisk.in(journal), new SecureRandom());
                Files.createFile(journal.resolveSibling(CleanMarker.REPAIRED));
                out.printf(
                        "kept records %d to %d; the old files are in %s%n",
                        whole.firstSequence(), whole.nextSequence() - 1, aside);
                return CommandLine.ExitCode.OK;
            } catch (IOException e) {
                err.println("headgate journal: " + e.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
        }
    }

    private static Path journalOf(Path directory) throws IOException {
        for (Path candidate : List.of(directory.resolve("journal"), directory)) {
            if (Files.isDirectory(candidate) && (candidate.endsWith("journal") || hasSegments(candidate))) {
                return candidate;
            }
        }
        throw new IOException(directory + " holds no journal");
    }

    private static boolean hasSegments(Path directory) throws IOException {
        return FileDisk.existing(directory).list().stream().anyMatch(name -> name.startsWith("segment-"));
    }
}
