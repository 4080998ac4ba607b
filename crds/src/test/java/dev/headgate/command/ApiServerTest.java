package dev.headgate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiServerTest {
    @TempDir
    Path folder;

    private Path kubeconfig(String content) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), content);
    }

    @Test
    void theFileOfTheCommandLineIsUsed() throws IOException {
        Path file = kubeconfig("""
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                users: [{name: u, user: {token: t}}]
                """);

        assertThat(ApiServer.config(file, Map.of()).getMasterUrl()).startsWith("https://127.0.0.1:6443");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = folder.resolve("nothing");

        assertThatThrownBy(() -> ApiServer.config(file, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("--kubeconfig " + file + ": there is no such file, or it may not be read");
        assertThatThrownBy(() -> ApiServer.config(null, Map.of("KUBECONFIG", file.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("KUBECONFIG=" + file + ": there is no such file");
    }

    @Test
    void aFileThatIsNoKubeconfigIsNamed() throws IOException {
        Path file = kubeconfig("*May this run?*\n");

        assertThatThrownBy(() -> ApiServer.config(file, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("--kubeconfig " + file + ": is no kubeconfig: found undefined alias May");
    }

    @Test
    void anApiServerThatNothingNamesIsNotGuessed() throws IOException {
        Config nothing = Config.empty();

        assertThatThrownBy(() -> ApiServer.located(nothing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing says where the API server is");

        Config pod =
                new ConfigBuilder(nothing).withMasterUrl("https://10.0.0.1:443").build();
        assertThat(ApiServer.located(pod)).isSameAs(pod);
    }
}
