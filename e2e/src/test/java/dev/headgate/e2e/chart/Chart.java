package dev.headgate.e2e.chart;

import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.CommandResult;
import dev.headgate.e2e.cluster.ControlPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The chart of this checkout, and the Helm commands on it. */
final class Chart {
    static final Path FOLDER = Checkout.root().resolve("helm/headgate");
    static final String NAMESPACE = "headgate-system";
    static final String RELEASE = "headgate";

    /** Mode Secret can be rendered without a cluster. */
    static final List<String> OWN_SECRET = List.of("node.tls.mode=Secret", "node.tls.secretName=own");

    private Chart() {}

    /** Renders the chart without asking the cluster, with values as {@code --set} takes them. */
    static CommandResult render(ControlPlane plane, List<String> values) {
        return command(plane, List.of("template", RELEASE, FOLDER.toString()), values);
    }

    static CommandResult lint(ControlPlane plane, List<String> values) {
        return command(plane, List.of("lint", "--strict", FOLDER.toString()), values);
    }

    static CommandResult install(ControlPlane plane, List<String> values) {
        return command(plane, List.of("install", RELEASE, FOLDER.toString()), values);
    }

    static CommandResult upgrade(ControlPlane plane, List<String> values) {
        return command(plane, List.of("upgrade", "--reset-values", RELEASE, FOLDER.toString()), values);
    }

    static CommandResult uninstall(ControlPlane plane) {
        return plane.helm("uninstall", RELEASE, "--namespace", NAMESPACE);
    }

    private static CommandResult command(ControlPlane plane, List<String> command, List<String> values) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--namespace", NAMESPACE));
        for (String value : values) {
            arguments.addAll(List.of("--set", value));
        }
        return plane.helm(arguments.toArray(String[]::new));
    }
}
