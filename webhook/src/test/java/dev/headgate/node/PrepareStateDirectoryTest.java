package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrepareStateDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void aDirectoryThatBelongsToTheUserIsLeftAsItIs() throws IOException {
        int user = (int) Files.getAttribute(folder, "unix:uid");
        int group = (int) Files.getAttribute(folder, "unix:gid");
        Object mode = Files.getAttribute(folder, "unix:mode");

        PrepareStateDirectory.prepare(folder, user, group);

        assertThat(Files.getAttribute(folder, "unix:mode")).isEqualTo(mode);
    }

    @Test
    void aLinkIsNoDirectory() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);

        assertThatThrownBy(() -> PrepareStateDirectory.prepare(link, 1, 1)).hasMessageContaining("not a directory");
    }
}
