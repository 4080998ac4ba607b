package dev.headgate.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.admission.Placement;
import dev.headgate.api.PinRefusal;
import dev.headgate.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryPinsTest {
    private static final Snapshot FOUR = TestingSnapshots.snapshot(4);
    private static final Snapshot SIX = TestingSnapshots.snapshot(6);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path policies;

    @TempDir
    Path state;

    private final TestingConsumer consumer = new TestingConsumer();
    private final List<DirectoryPins> started = new ArrayList<>();

    @BeforeEach
    void anExample() {
        TestingSnapshots.write(policies, 4);
    }

    @AfterEach
    void close() {
        started.forEach(DirectoryPins::close);
    }

    @Test
    void theDirectoryIsServedWhenTheStartReturns() {
        DirectoryPins pins = start();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
        assertThat(pins.status().active()).isEqualTo(new PinSourceStatus.Generation("quickstart", 1, FOUR.digest()));
    }

    @Test
    void aChangeIsFollowedAsTheNextGeneration() {
        start();
        TestingSnapshots.write(policies, 6);

        await().atMost(PATIENCE).until(() -> consumer.served.size() == 2);
        assertThat(consumer.served).endsWith("2:" + SIX.digest());
    }

    @Test
    void theExchangeOfAMountedConfigMapIsFollowed() throws IOException {
        Path mounted = Files.createDirectories(state.resolve("mounted"));
        Path first = Files.createDirectories(mounted.resolve("..2026_1"));
        Path second = Files.createDirectories(mounted.resolve("..2026_2"));
        TestingSnapshots.write(first, 4);
        TestingSnapshots.write(second, 6);
        Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..2026_1"));
        Files.createSymbolicLink(mounted.resolve("policy.yaml"), Path.of("..data/policy.yaml"));
        Files.createSymbolicLink(mounted.resolve("catalog.yaml"), Path.of("..data/catalog.yaml"));
        start(mounted);

        Files.createSymbolicLink(mounted.resolve("..data_tmp"), Path.of("..2026_2"));
        Files.move(mounted.resolve("..data_tmp"), mounted.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

        await().atMost(PATIENCE).until(() -> consumer.served.size() == 2);
        assertThat(consumer.served).containsExactly("1:" + FOUR.digest(), "2:" + SIX.digest());
    }

    @Test
    void theSameContentInOtherWordsIsNoNewGeneration() throws IOException {
        DirectoryPins pins = start();
        Path file = policies.resolve("policy.yaml");
        Files.writeString(file, "# a comment\n" + Files.readString(file));

        pins.read();

        assertThat(consumer.served).hasSize(1);
    }

    @Test
    void goingBackToOlderContentIsANewGenerationOfTheOldDigest() {
        DirectoryPins pins = unfollowed();
        pins.read();
        TestingSnapshots.write(policies, 6);
        pins.read();
        TestingSnapshots.write(policies, 4);
        pins.read();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest(), "2:" + SIX.digest(), "3:" + FOUR.digest());
    }

    @Test
    void aRestartKeepsTheNumber() {
        start().close();
        consumer.served.clear();

        start();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
    }

    @Test
    void numbersGoOnAfterARestartWithOtherContent() {
        start().close();
        TestingSnapshots.write(policies, 6);
        consumer.served.clear();

        start();

        assertThat(consumer.served).endsWith("2:" + SIX.digest());
    }

    @Test
    void aFileThatDoesNotCompileChangesNothingAndIsNamed() throws IOException {
        DirectoryPins pins = unfollowed();
        pins.read();
        Path file = policies.resolve("policy.yaml");
        Files.writeString(file, Files.readString(file).replace("max: 4}", "max: 5}"));

        pins.read();

        assertThat(consumer.served).hasSize(1);
        assertThat(pins.status().refusal()).isEqualTo(PinRefusal.COMPILE_FAILED);
        assertThat(pins.status().details())
                .anySatisfy(finding -> assertThat(finding).contains("queueClasses"));
        assertThat(pins.status().active()).isNotNull();
    }

    @Test
    void aFileThatIsNoYamlChangesNothing() throws IOException {
        DirectoryPins pins = unfollowed();
        pins.read();
        Files.writeString(policies.resolve("policy.yaml"), "kind: [");

        pins.read();

        assertThat(consumer.served).hasSize(1);
        assertThat(pins.status().details()).isNotEmpty();
    }

    @Test
    void anEmptiedDirectoryUnpinsNothing() throws IOException {
        DirectoryPins pins = unfollowed();
        pins.read();
        Files.delete(policies.resolve("policy.yaml"));
        Files.delete(policies.resolve("catalog.yaml"));

        pins.read();

        assertThat(consumer.served).hasSize(1);
    }

    @Test
    void aRestartOnABrokenDirectoryServesWhatWasServedLast() throws IOException {
        start().close();
        consumer.served.clear();
        Files.writeString(policies.resolve("policy.yaml"), "kind: [");

        DirectoryPins pins = start();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
        assertThat(pins.status().refusal()).isEqualTo(PinRefusal.COMPILE_FAILED);
    }

    @Test
    void aBrokenDirectoryWithoutHistoryServesNothingAndSaysWhy() throws IOException {
        Files.writeString(policies.resolve("policy.yaml"), "kind: [");

        DirectoryPins pins = start();

        assertThat(consumer.served).isEmpty();
        assertThat(pins.status().details()).isNotEmpty();
    }

    private DirectoryPins unfollowed() {
        DirectoryPins pins =
                new DirectoryPins(policies, new LastKnownGood(state), consumer, new Placement("amd64", "", ""));
        started.add(pins);
        return pins;
    }

    private DirectoryPins start() {
        return start(policies);
    }

    private DirectoryPins start(Path directory) {
        DirectoryPins pins =
                new DirectoryPins(directory, new LastKnownGood(state), consumer, new Placement("amd64", "", ""));
        started.add(pins);
        pins.start();
        return pins;
    }
}
