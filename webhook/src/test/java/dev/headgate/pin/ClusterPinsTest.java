package dev.headgate.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.NodePinSpec;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.policy.Durability;
import dev.headgate.snapshot.Snapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterPinsTest {
    private static final Snapshot FOUR = TestingSnapshots.snapshot(4);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path state;

    private final TestingClusterObjects cluster = new TestingClusterObjects();
    private final TestingConsumer consumer = new TestingConsumer();
    private ClusterPins pins;

    @BeforeEach
    void open() {
        pins = pins();
    }

    @AfterEach
    void close() {
        pins.close();
    }

    @Test
    void whatIsAssignedIsServedAndThenAcknowledged() {
        cluster.publish(FOUR, 1);
        pins.start();
        cluster.assign(assignment(1));

        await().atMost(PATIENCE).until(() -> !cluster.statuses.isEmpty());
        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
        assertThat(cluster.statuses().getLast().active()).isNotNull();
        assertThat(pins.status().lastContactUnixMillis()).isPositive();
    }

    @Test
    void aStateThatComesAgainWritesNoStatus() {
        cluster.publish(FOUR, 1);
        pins.start();
        cluster.assign(assignment(1));
        await().atMost(PATIENCE).until(() -> cluster.statuses().size() == 1);
        cluster.assign(assignment(1));
        cluster.assign(assignment(2));

        await().atMost(PATIENCE)
                .until(() -> cluster.statuses().stream()
                        .anyMatch(status -> Long.valueOf(2).equals(status.observedAssignment())));
        assertThat(cluster.statuses()).hasSize(2);
    }

    @Test
    void aRefusalIsAcknowledgedAndTriedAgainByItself() {
        pins.start();
        cluster.assign(assignment(1));
        await().atMost(PATIENCE).until(() -> pins.status().refusal() == PinRefusal.PART_MISSING);

        cluster.publish(FOUR, 1);

        await().atMost(PATIENCE).until(() -> consumer.served.size() == 1);
        await().atMost(PATIENCE).until(() -> pins.status().refusal() == null);
        assertThat(cluster.statuses().getFirst().attempted())
                .isNotNull()
                .satisfies(attempted -> assertThat(attempted.refusal()).isEqualTo(PinRefusal.PART_MISSING));
    }

    @Test
    void aStatusThatCouldNotBeWrittenIsWrittenLater() {
        cluster.publish(FOUR, 1);
        pins.start();
        cluster.assign(assignment(1));
        await().atMost(PATIENCE).until(() -> cluster.statuses().size() == 1);
        cluster.away = true;
        cluster.assign(assignment(2));
        await().atMost(PATIENCE).until(() -> pins.status().target() != null);

        cluster.away = false;

        await().atMost(PATIENCE)
                .until(() -> Long.valueOf(2).equals(cluster.statuses().getLast().observedAssignment()));
    }

    @Test
    void aRestartServesTheLastKnownGoodBeforeAnythingIsHeard() {
        cluster.publish(FOUR, 1);
        pins.start();
        cluster.assign(assignment(1));
        await().atMost(PATIENCE).until(() -> !cluster.statuses.isEmpty());
        pins.close();
        consumer.served.clear();
        cluster.away = true;
        pins = pins();

        pins.start();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
        assertThat(pins.status().active()).isNotNull();
    }

    private ClusterPins pins() {
        return new ClusterPins(
                cluster,
                new LastKnownGood(state),
                consumer,
                () -> 1,
                () -> 100,
                () -> Durability.JOURNAL,
                0,
                InstantSource.system(),
                RandomGenerator.getDefault());
    }

    private static NodePinSpec assignment(long number) {
        return new NodePinSpec("uid-of-node", number, new PinTarget("quickstart", 1L, FOUR.digest()), null);
    }
}
