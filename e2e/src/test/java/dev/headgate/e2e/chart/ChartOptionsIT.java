package dev.headgate.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.SharedControlPlane;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart speaks the language of the commands: a variable that no option reads would be ignored without a word. */
@ExtendWith(SharedControlPlane.class)
class ChartOptionsIT {

    @ParameterizedTest
    @ValueSource(strings = {"node", "operator"})
    void everyVariableOfAContainerIsAnOptionOfItsCommand(String command, ControlPlane plane) throws Exception {
        List<String> options = options(container(command, plane));

        String help = help(command);

        assertThat(options)
                .hasSizeGreaterThan(2)
                .allSatisfy(option -> assertThat(help).containsPattern(option + "[ =\\[,\\n]"));
    }

    private static List<String> options(Container container) {
        Stream<String> variables = container.getEnv().stream()
                .map(EnvVar::getName)
                .filter(name -> name.startsWith("HEADGATE_"))
                .map(name -> "--"
                        + name.substring("HEADGATE_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'));
        return Stream.concat(variables, container.getArgs().stream()).toList();
    }

    private static Container container(String command, ControlPlane plane) {
        List<String> values = new ArrayList<>(Chart.OWN_SECRET);
        values.add("node.tls.clientAuthorities.configMapName=clients");
        byte[] rendered = Chart.render(plane, values).orThrow().getBytes(StandardCharsets.UTF_8);
        return plane.client().load(new ByteArrayInputStream(rendered)).items().stream()
                .flatMap(object -> switch (object) {
                    case DaemonSet set
                    when command.equals("node") -> set.getSpec().getTemplate().getSpec().getContainers().stream();
                    case Deployment deployment
                    when command.equals("operator") ->
                        deployment.getSpec().getTemplate().getSpec().getContainers().stream();
                    default -> Stream.<Container>of();
                })
                .findFirst()
                .orElseThrow();
    }

    private static String help(String command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(Checkout.root().resolve("bin/headgate").toString(), command, "--help")
                .redirectErrorStream(true);
        builder.environment().putAll(Map.of("COLUMNS", "200"));
        Process process = builder.start();
        String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(help).isZero();
        return help;
    }
}
