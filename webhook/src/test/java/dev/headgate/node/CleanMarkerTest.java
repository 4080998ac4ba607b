package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.TestingPolicy;
import dev.headgate.authority.TestingNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which start must not grant, because an earlier one may have (design page 14, "Whose ledger, and after which start"). */
class CleanMarkerTest {
    @TempDir
    private Path state;

    private final TestingPolicy policy = new TestingPolicy();

    /** A start with durability Memory, which ends with so many permits held; whether it withheld. */
    private boolean start(long heldAtTheEnd) throws IOException, InterruptedException {
        try (StateDirectory directory = StateDirectory.acquire(state)) {
            CleanMarker marker = CleanMarker.take(directory, NodeLedger.remembered(state));
            directory.nextBootEpoch(0);
            TestingNode node = new TestingNode(policy);
            marker.pinned(policy.policy());
            marker.withhold(node.authority, node.clock);
            boolean withheld = node.authority.vitals().withholding();
            if (heldAtTheEnd >= 0) {
                marker.endsWith(heldAtTheEnd, withheld);
                marker.close();
            }
            return withheld;
        }
    }

    private void crash() throws IOException, InterruptedException {
        start(-1);
    }

    @Test
    void theFirstStartAndOneAfterACleanEndGrant() throws IOException, InterruptedException {
        assertThat(start(0)).isFalse();
        assertThat(start(0)).isFalse();
    }

    @Test
    void aStartAfterACrashWithholds() throws IOException, InterruptedException {
        crash();

        assertThat(start(0)).isTrue();
    }

    @Test
    void aStartAfterAnEndWithPermitsHeldWithholds() throws IOException, InterruptedException {
        start(1);

        assertThat(start(0)).isTrue();
    }

    @Test
    void anEndInOrderWhileWithholdingIsNoCleanEnd() throws IOException, InterruptedException {
        crash();
        start(0);

        assertThat(start(0)).isTrue();
    }
}
