package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.command.CommandLines;
import dev.headgate.http.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListenersTest {
    private static NodeOptions options(String listen, String... more) {
        NodeCommand command = new NodeCommand();
        CommandLines.of(
                        command,
                        Map.of("HEADGATE_POLICY_DIR", "p", "HEADGATE_NODE_NAME", "n", "HEADGATE_LISTEN", listen))
                .parseArgs(more);
        return command.options();
    }

    @Test
    void loopbackIsServedWithoutTlsAndEverythingElseWithIt() throws IOException {
        var listeners =
                Listeners.of(options("127.0.0.1:8470,0.0.0.0:8471", "--tls-cert", "tls.crt", "--tls-key", "tls.key"));

        assertThat(listeners)
                .containsExactly(
                        new Listener.Plain("127.0.0.1", 8470),
                        new Listener.Tls(
                                "0.0.0.0",
                                8471,
                                new Listener.TlsFiles(Path.of("tls.crt"), Path.of("tls.key"), null),
                                Listener.ClientCertificate.NONE));
    }

    @Test
    void anAddressThatNeedsACertificateDoesNotListenWithoutOne() {
        NodeOptions options = options("0.0.0.0:8470");

        assertThatThrownBy(() -> Listeners.of(options))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("0.0.0.0:8470 is not a loopback address");
    }

    @Test
    void aCertificateThatNoAddressUsesIsRefused() {
        NodeOptions options = options("127.0.0.1:8470", "--tls-cert", "tls.crt", "--tls-key", "tls.key");

        assertThatThrownBy(() -> Listeners.of(options))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--tls-cert: no --listen address uses it");
    }

    @Test
    void anAddressThatIsNoneIsNamed() {
        NodeOptions options = options("no.such.host.invalid:8470");

        assertThatThrownBy(() -> Listeners.of(options))
                .isInstanceOf(IOException.class)
                .hasMessage("--listen no.such.host.invalid:8470: there is no such address");
    }
}
