package dev.headgate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.command.CommandLines;
import dev.headgate.policy.Subject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;

class NodeCommandTest {

    private static NodeOptions parse(Map<String, String> environment, String... arguments) {
        NodeCommand command = new NodeCommand();
        CommandLines.of(command, environment).parseArgs(arguments);
        return command.options();
    }

    @Test
    void aFlagWinsOverItsEnvironmentVariable() {
        NodeOptions options = parse(
                Map.of("HEADGATE_NODE_NAME", "from-environment", "HEADGATE_STATE_DIR", "/state"),
                "--policy-dir",
                "policies",
                "--node-name",
                "from-flag");

        assertThat(options.nodeName()).isEqualTo("from-flag");
        assertThat(options.stateDirectory()).isEqualTo(Path.of("/state"));
    }

    @Test
    void theEnvironmentAloneCanSayEverything() {
        NodeOptions options = parse(Map.of(
                "HEADGATE_CLUSTER", "true",
                "HEADGATE_NODE_NAME", "n1",
                "HEADGATE_LISTEN", "127.0.0.1:1,[::1]:2"));

        assertThat(options.source()).isEqualTo(new NodeOptions.Source.Cluster(null));
        assertThat(options.listen())
                .containsExactly(
                        new NodeOptions.ListenAddress("127.0.0.1", 1), new NodeOptions.ListenAddress("::1", 2));
    }

    @Test
    void administratorsAreNamedByKindAndName() {
        NodeOptions options = parse(
                Map.of(),
                "--policy-dir",
                "p",
                "--node-name",
                "n",
                "--administrator",
                "ServiceAccount:ops/oncall,SPIFFEID:spiffe://example.org/ops");

        assertThat(options.administrators())
                .containsExactly(
                        new Subject.ServiceAccount("ops", "oncall"), new Subject.SpiffeId("spiffe://example.org/ops"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--listen 8470 | must be HOST:PORT",
                "--listen 127.0.0.1:70000 | 0 to 65535",
                "--listen 127.0.0.1:x | 0 to 65535",
                "--tls-cert a | go together",
                "--tls-client-ca a | mutual TLS needs",
                "--tls-cert a --tls-key b --tls-client-required | needs --tls-client-ca",
                "--kubeconfig a | goes with --cluster",
                "--administrator alice | KIND:NAME",
                "--administrator Group:admins | the kind must be",
                "--administrator ServiceAccount:oncall | NAMESPACE/NAME",
            })
    void aCommandLineThatCannotBeMeantIsRefusedWithWords(String arguments, String words) {
        String[] line = ("--policy-dir p --node-name n " + arguments).split(" ", -1);

        assertThatThrownBy(() -> parse(Map.of(), line))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(words);
    }

    @Test
    void staticTokensAreForEndpointsThatStandAlone() {
        assertThatThrownBy(() -> parse(Map.of(), "--cluster", "--node-name", "n", "--static-tokens", "t"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--static-tokens");
    }

    @Test
    void aPolicySourceMustBeChosen() {
        assertThatThrownBy(() -> parse(Map.of(), "--node-name", "n")).isInstanceOf(ParameterException.class);
        assertThatThrownBy(() -> parse(Map.of(), "--node-name", "n", "--cluster", "--policy-dir", "p"))
                .isInstanceOf(ParameterException.class);
    }
}
