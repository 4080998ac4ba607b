package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.command.CommandLines;
import dev.headgate.journal.FileDisk;
import dev.headgate.journal.JournalCore;
import dev.headgate.journal.Recovery;
import dev.headgate.journal.UnreadableJournal;
import dev.headgate.ledger.LedgerRecord;
import dev.headgate.ledger.LedgerRecordCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JournalCommandTest {
    @TempDir
    private Path state;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeThreeRecords() throws IOException, UnreadableJournal {
        FileDisk disk = FileDisk.in(state.resolve("journal"));
        JournalCore<LedgerRecord> journal = JournalCore.open(
                disk, LedgerRecordCodec::encode, new Random(1), 1 << 16, Recovery.of(disk, new Random(1)));
        for (long sequence = 1; sequence <= 3; sequence++) {
            journal.append(sequence, new LedgerRecord.Booted(sequence, sequence, 1, sequence));
            journal.flush();
        }
        journal.writeIdleHeader();
        journal.close();
    }

    private int run(String... arguments) {
        CommandLine line = CommandLines.of(JournalCommand.create(), Map.of());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private Path segment() {
        return state.resolve("journal").resolve("segment-0000000000000000");
    }

    private void damageTheThirdRecord() throws IOException {
        byte[] file = Files.readAllBytes(segment());
        int last = file.length - 1;
        while (file[last] == 0) {
            last--;
        }
        // The idle batch is the last, and the third record is before it.
        file[last - 60] ^= 1;
        Files.write(segment(), file);
    }

    @Test
    void inspectSaysWhatIsThereAndChangesNothing() throws IOException {
        byte[] before = Files.readAllBytes(segment());

        assertThat(run("inspect", state.toString())).isZero();
        assertThat(out.toString())
                .contains("records 1 to 3")
                .contains("on stable storage for certain through 3")
                .contains("torn tail: 0 bytes");
        assertThat(Files.readAllBytes(segment())).isEqualTo(before);
    }

    @Test
    void inspectSaysWhereTheDamageIsAndWhatIsWhole() throws IOException {
        damageTheThirdRecord();

        assertThat(run("inspect", state.resolve("journal").toString())).isEqualTo(1);
        assertThat(err.toString())
                .contains("segment-0000000000000000 is damaged at byte")
                .contains("record 3");
        assertThat(out.toString()).contains("whole: records 1 to 2");
    }

    @Test
    void repairKeepsWhatIsWholePutsTheRestAsideAndMarksTheState() throws IOException, UnreadableJournal {
        damageTheThirdRecord();

        assertThat(run("repair", state.toString(), "--accept-loss")).isZero();
        assertThat(out.toString()).contains("kept records 1 to 2");
        assertThat(Recovery.of(FileDisk.existing(state.resolve("journal")), new Random(1))
                        .records())
                .hasSize(2);
        assertThat(state.resolve("repaired")).exists();
        try (var files = Files.list(state)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("journal-damaged-"));
        }
    }

    @Test
    void repairOfAWholeJournalChangesNothing() throws IOException {
        byte[] before = Files.readAllBytes(segment());

        assertThat(run("repair", state.toString(), "--accept-loss")).isZero();
        assertThat(Files.readAllBytes(segment())).isEqualTo(before);
    }

    @Test
    void repairAsksForTheWordThatLossIsAccepted() throws IOException {
        damageTheThirdRecord();

        assertThat(run("repair", state.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--accept-loss");
    }

    @Test
    void aDirectoryWithoutAJournalIsNamed() {
        assertThat(run("inspect", state.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("holds no journal");
    }
}
