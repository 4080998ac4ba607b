package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void theBootEpochRisesWithEachStart() throws Exception {
        for (long epoch = 1; epoch <= 3; epoch++) {
            try (StateDirectory state = StateDirectory.acquire(folder)) {
                assertThat(state.nextBootEpoch(0)).isEqualTo(epoch);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "seven", "-1", "8388608", "99999999999999999999"})
    void aDamagedBootEpochIsNeverTakenForAFirstStart(String content) throws Exception {
        Files.writeString(folder.resolve("epoch"), content);
        try (StateDirectory state = StateDirectory.acquire(folder)) {
            assertThatThrownBy(() -> state.nextBootEpoch(0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("epoch");
        }
    }

    @Test
    void aSecondEndpointOfANodeWaitsUntilTheFirstHasEnded() throws Exception {
        StateDirectory first = StateDirectory.acquire(folder);
        CompletableFuture<StateDirectory> second = CompletableFuture.supplyAsync(() -> {
            try {
                return StateDirectory.acquire(folder);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread.sleep(500);
        assertThat(second).isNotDone();

        first.close();

        second.get(60, TimeUnit.SECONDS).close();
    }

    @Test
    void theLockIsFreeAgainOnceItIsGivenBack() throws Exception {
        StateDirectory.acquire(folder).close();
        try (StateDirectory second = StateDirectory.acquire(folder)) {
            assertThat(second.path()).isEqualTo(folder);
        }
    }

    @Test
    void aDirectoryThatItMakesIsReadableByItsOwnerAlone() throws Exception {
        try (StateDirectory state = StateDirectory.acquire(folder.resolve("a/b"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state.path())))
                    .isEqualTo("rwx------");
        }
    }
}
