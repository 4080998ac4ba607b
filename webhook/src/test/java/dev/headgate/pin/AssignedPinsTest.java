package dev.headgate.pin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.NodePinSpec;
import dev.headgate.api.NodePinStatus;
import dev.headgate.api.NodePlacement;
import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import dev.headgate.api.PolicySnapshotSpec;
import dev.headgate.api.SnapshotPartSpec;
import dev.headgate.policy.Durability;
import dev.headgate.snapshot.Snapshot;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssignedPinsTest {
    private static final Snapshot FOUR = TestingSnapshots.snapshot(4);
    private static final Snapshot SIX = TestingSnapshots.snapshot(6);
    private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

    @TempDir
    Path state;

    private final TestingClusterObjects cluster = new TestingClusterObjects();
    private final TestingConsumer consumer = new TestingConsumer();

    @BeforeEach
    void publish() {
        cluster.publish(FOUR, 1);
        cluster.publish(SIX, 2);
    }

    @Test
    void anAssignmentIsServedAndAcknowledged() {
        AssignedPins pins = node();

        assertThat(pins.act(assignment(1, target(1, FOUR)))).isEqualTo(AssignedPins.Step.DONE);

        NodePinStatus status = status(pins, null);
        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
        assertThat(status.observedAssignment()).isEqualTo(1);
        assertThat(status.active()).isNotNull().satisfies(active -> {
            assertThat(active.policy()).isEqualTo("quickstart");
            assertThat(active.digest()).isEqualTo(FOUR.digest());
        });
        assertThat(status.lastKnownGood()).isNotNull();
        assertThat(status.bootEpoch()).isEqualTo(7);
        assertThat(status.fencingCeiling()).isEqualTo("99");
        assertThat(condition(status, "Pinned")).isEqualTo("True/Pinned");
        assertThat(condition(status, "Ready")).isEqualTo("True/TargetServed");
        assertThat(condition(status, "Durable")).isEqualTo("True/Journal");
    }

    @Test
    void aLowerAssignmentIsNeverActedOn() {
        AssignedPins pins = node();
        pins.act(assignment(5, target(2, SIX)));

        pins.act(assignment(4, target(1, FOUR)));

        assertThat(consumer.served).containsExactly("2:" + SIX.digest());
        assertThat(status(pins, null).observedAssignment()).isEqualTo(5);
    }

    @Test
    void aLowerAssignmentIsNotActedOnAfterARestartEither() {
        node().act(assignment(5, target(2, SIX)));
        consumer.served.clear();

        node().act(assignment(4, target(1, FOUR)));

        assertThat(consumer.served).as("the last known good alone").containsExactly("2:" + SIX.digest());
    }

    @Test
    void anEqualAssignmentWithOtherContentIsRefused() {
        AssignedPins pins = node();
        pins.act(assignment(5, target(2, SIX)));

        assertThat(pins.act(assignment(5, target(1, FOUR)))).isEqualTo(AssignedPins.Step.AGAIN);

        assertThat(pins.view(-1).refusal()).isEqualTo(PinRefusal.ASSIGNMENT_CONFLICT);
        assertThat(consumer.served).containsExactly("2:" + SIX.digest());
    }

    @Test
    void theSameAssignmentAgainChangesNothing() {
        AssignedPins pins = node();
        pins.act(assignment(5, target(2, SIX)));

        assertThat(pins.act(assignment(5, target(2, SIX)))).isEqualTo(AssignedPins.Step.DONE);
        assertThat(consumer.served).hasSize(1);
    }

    @Test
    void anotherNodeUnderTheSameNameStartsItsOrderAnew() {
        AssignedPins pins = node();
        pins.act(assignment(5, target(2, SIX)));

        pins.act(new NodePinSpec("uid-of-another-node", 1L, target(1, FOUR), null));

        assertThat(consumer.served).containsExactly("2:" + SIX.digest(), "1:" + FOUR.digest());
        assertThat(status(pins, null).observedAssignment()).isEqualTo(1);
    }

    @Test
    void anAssignmentWithoutATargetUnpinsForGood() {
        node().act(assignment(1, target(1, FOUR)));
        AssignedPins pins = node();

        pins.act(assignment(2, null));

        assertThat(consumer.served).endsWith("none");
        assertThat(condition(status(pins, null), "Ready")).isEqualTo("False/NoTarget");
        consumer.served.clear();
        node();
        assertThat(consumer.served).as("after a restart").isEmpty();
    }

    @Test
    void anotherPlacementOfTheSameContentIsServed() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));

        pins.act(new NodePinSpec("uid-of-node", 2L, target(1, FOUR), new NodePlacement("arm64", "eu-1", null)));

        assertThat(consumer.served).hasSize(2);
    }

    @Test
    void aNodeWithoutAnApiServerServesItsLastKnownGood() {
        node().act(assignment(1, target(1, FOUR)));
        consumer.served.clear();
        cluster.away = true;

        node();

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
    }

    @Test
    void onlyPartsThatAreNotOnTheDiskAreFetched() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.publish(FOUR, 3);
        cluster.fetchedParts.clear();

        pins.act(assignment(2, target(3, FOUR)));

        assertThat(consumer.served).endsWith("3:" + FOUR.digest());
        assertThat(cluster.fetchedParts).isEmpty();
    }

    @Test
    void aDamagedPartLeavesTheNodeUnpinnedAndSaysSo() throws IOException {
        node().act(assignment(1, target(1, FOUR)));
        consumer.served.clear();
        Path part = parts().getFirst();
        byte[] bytes = Files.readAllBytes(part);
        bytes[bytes.length / 2] ^= 1;
        Files.write(part, bytes);

        AssignedPins pins = node();

        assertThat(consumer.served).isEmpty();
        assertThat(pins.view(-1).details()).singleElement().asString().contains("damaged");
        assertThat(condition(status(pins, null), "Pinned")).isEqualTo("False/NotPinned");
    }

    @Test
    void aDamagedPartIsFetchedAgain() throws IOException {
        node().act(assignment(1, target(1, FOUR)));
        Files.write(parts().getFirst(), new byte[] {1, 2, 3});
        consumer.served.clear();

        node().act(assignment(1, target(1, FOUR)));

        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
    }

    @Test
    void aDamagedRecordLeavesTheNodeUnpinned() throws IOException {
        node().act(assignment(1, target(1, FOUR)));
        consumer.served.clear();
        Files.writeString(state.resolve(LastKnownGood.FILE_NAME), "{\"observed\":");

        AssignedPins pins = node();

        assertThat(consumer.served).isEmpty();
        assertThat(pins.view(-1).details()).isNotEmpty();
    }

    @Test
    void aForgedPartIsRefusedAndTheLastKnownGoodGoesOn() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.parts.replaceAll((_, part) -> new SnapshotPartSpec(part.digest(), part.content() + " "));

        assertRefused(pins, assignment(2, target(2, SIX)), PinRefusal.DIGEST_MISMATCH);
    }

    @Test
    void aManifestOfOtherContentIsRefused() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));

        assertRefused(pins, assignment(2, target(2, FOUR)), PinRefusal.DIGEST_MISMATCH);
    }

    @Test
    void aMissingPartIsRefusedAndServedOnceItIsThere() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.parts.clear();

        assertRefused(pins, assignment(2, target(2, SIX)), PinRefusal.PART_MISSING);
        cluster.publish(SIX, 2);
        assertThat(pins.act(assignment(2, target(2, SIX)))).isEqualTo(AssignedPins.Step.DONE);
        assertThat(pins.view(-1).refusal()).isNull();
    }

    @Test
    void aMissingManifestIsRefused() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));

        assertRefused(pins, assignment(2, target(9, SIX)), PinRefusal.PART_MISSING);
    }

    @Test
    void aGenerationThatIsUsedAgainWithOtherContentIsRefused() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.publish(SIX, 1);

        assertRefused(pins, assignment(2, target(1, SIX)), PinRefusal.GENERATION_REUSED);
    }

    @Test
    void theSameNumberOfAnotherPolicyUidIsAnotherLineage() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.publish(SIX, 1, "uid-2");

        assertThat(pins.act(assignment(2, target(1, SIX)))).isEqualTo(AssignedPins.Step.DONE);
    }

    @Test
    void aSchemaOfTheFutureIsRefused() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        PolicySnapshotSpec now = java.util.Objects.requireNonNull(cluster.manifests.get("quickstart-2"));
        cluster.manifests.put(
                "quickstart-2",
                new PolicySnapshotSpec(
                        2,
                        now.policy(),
                        now.policyUid(),
                        now.generation(),
                        now.digest(),
                        null,
                        now.parts(),
                        now.audit()));

        assertRefused(pins, assignment(2, target(2, SIX)), PinRefusal.UNSUPPORTED_SCHEMA);
    }

    @Test
    void anApiServerThatGoesAwayInTheMiddleIsNoRefusal() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        cluster.away = true;

        assertThat(pins.act(assignment(2, target(2, SIX)))).isEqualTo(AssignedPins.Step.AGAIN);
        assertThat(pins.view(-1).refusal()).isNull();
        assertThat(consumer.served).containsExactly("1:" + FOUR.digest());
    }

    @Test
    void aDiskThatCannotBeWrittenRefusesAndKeepsWhatIsServed() throws IOException {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        Files.delete(state.resolve(LastKnownGood.FILE_NAME));
        Files.createDirectories(state.resolve(LastKnownGood.FILE_NAME).resolve("in the way"));

        assertRefused(pins, assignment(2, target(2, SIX)), PinRefusal.DURABILITY_UNAVAILABLE);
        assertThat(status(pins, null).observedAssignment())
                .as("what is not durable is not acknowledged")
                .isEqualTo(1);
    }

    @Test
    void aConditionThatStaysKeepsItsTime() {
        AssignedPins pins = node();
        pins.act(assignment(1, target(1, FOUR)));
        NodePinStatus first = status(pins, null);
        first.conditions().forEach(condition -> condition.setLastTransitionTime("2020-01-01T00:00:00Z"));

        assertThat(status(pins, first).conditions())
                .extracting(Condition::getLastTransitionTime)
                .containsOnly("2020-01-01T00:00:00Z");
    }

    @Test
    void aConditionThatTurnsHasTheTimeOfNow() {
        AssignedPins pins = node();
        NodePinStatus unpinned = status(pins, null);
        unpinned.conditions().forEach(condition -> condition.setLastTransitionTime("2020-01-01T00:00:00Z"));
        pins.act(assignment(1, target(1, FOUR)));

        assertThat(status(pins, unpinned).conditions())
                .filteredOn(condition -> condition.getType().equals("Pinned"))
                .extracting(Condition::getLastTransitionTime)
                .containsExactly(NOW.toString());
    }

    @Test
    void theHistoryIsBounded() {
        PinRecord record = PinRecord.EMPTY;
        for (int generation = 1; generation <= 200; generation++) {
            record = record.serving(new PinRecord.Good(
                    "p",
                    "u",
                    generation,
                    "d" + generation,
                    1,
                    List.of(),
                    new dev.headgate.admission.Placement("", "", ""),
                    ""));
        }

        assertThat(record.history()).hasSize(PinRecord.MAX_HISTORY);
        assertThat(record.isReused("u", 200, "other")).isTrue();
    }

    private void assertRefused(AssignedPins pins, NodePinSpec spec, PinRefusal reason) {
        assertThat(pins.act(spec)).isEqualTo(AssignedPins.Step.AGAIN);
        assertThat(pins.view(-1).refusal()).isEqualTo(reason);
        assertThat(consumer.served).as("the last known good goes on").containsExactly("1:" + FOUR.digest());
        NodePinStatus status = status(pins, null);
        assertThat(condition(status, "Pinned")).isEqualTo("True/Pinned");
        assertThat(condition(status, "Ready")).startsWith("False/");
    }

    private AssignedPins node() {
        LastKnownGood disk = new LastKnownGood(state);
        AssignedPins pins =
                new AssignedPins(disk, new SnapshotFetch(cluster, disk.parts(), () -> {}), consumer, () -> NOW);
        pins.start();
        return pins;
    }

    private List<Path> parts() throws IOException {
        try (var files = Files.list(state.resolve(LastKnownGood.PARTS_NAME))) {
            return files.toList();
        }
    }

    private static NodePinStatus status(AssignedPins pins, @Nullable NodePinStatus before) {
        return pins.status(new Acknowledgement.Boot(7, 99, Durability.JOURNAL), before);
    }

    private static String condition(NodePinStatus status, String type) {
        return status.conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .map(condition -> condition.getStatus() + "/" + condition.getReason())
                .findFirst()
                .orElseThrow();
    }

    private static NodePinSpec assignment(long number, @Nullable PinTarget target) {
        return new NodePinSpec("uid-of-node", number, target, null);
    }

    private static PinTarget target(long generation, Snapshot snapshot) {
        return new PinTarget("quickstart", generation, snapshot.digest());
    }
}
