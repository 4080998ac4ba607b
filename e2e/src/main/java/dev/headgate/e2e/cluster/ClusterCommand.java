package dev.headgate.e2e.cluster;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code make cluster} and {@code make cluster-down}: a control plane to play with, the chart installed, the operator and two node
 * endpoints running. What belongs to it lies in {@code .run/cluster} of the checkout.
 */
public final class ClusterCommand {
    private static final Duration TOKEN_VALIDITY = Duration.ofDays(7);
    private static final List<String> NODES = List.of("east", "west");

    private final Path folder = Checkout.root().resolve(".run/cluster");
    private final ProcessRegister register = new ProcessRegister(folder.resolve("processes"));
    private final PrintStream out;

    private ClusterCommand(PrintStream out) {
        this.out = out;
    }

    /** Runs {@code up} or {@code down}. */
    public static void main(String[] arguments) {
        var command = new ClusterCommand(System.out);
        String verb = arguments.length == 1 ? arguments[0] : "";
        int exitCode = switch (verb) {
            case "up" -> command.up();
            case "down" -> command.down();
            default -> {
                System.err.println("usage: e2e/cluster/cluster up|down");
                yield 2;
            }
        };
        // The clients of the API server have threads of their own, which would keep this virtual machine.
        System.exit(exitCode);
    }

    private int up() {
        if (!register.running().isEmpty()) {
            System.err.println("It runs: " + String.join(", ", register.running()) + ". 'make cluster-down' ends it.");
            return 1;
        }
        removeFolder();
        try {
            start();
            return 0;
        } catch (RuntimeException e) {
            System.err.println("The cluster did not come up, and what had started is ended. The logs stay in "
                    + folder.resolve("logs"));
            System.err.println(e.getMessage());
            register.endAll();
            return 1;
        }
    }

    private void start() {
        var lifetime = new Lifetime.Detached(register);
        out.println("Starting etcd, API server and controller manager ...");
        var plane = ControlPlane.start(new ControlPlane.Options(true, false, lifetime, folder));
        var cluster = new HeadgateCluster(plane, lifetime, TOKEN_VALIDITY);
        out.println("Installing the chart ...");
        HeadgateCluster.installChart(plane);
        NODES.forEach(node -> plane.createNode(node, Map.of()));
        out.println("Starting the operator and " + NODES.size() + " node endpoints ...");
        cluster.startOperator(NODES.getFirst());
        List<NodeEndpoint> endpoints =
                NODES.stream().map(cluster::startEndpoint).toList();
        cluster.apply(Path.of("examples/cluster"));
        plane.kubectl("wait", "--for=condition=Ready", "--timeout=90s", "nap", "--all")
                .orThrow();
        out.println(plane.kubectl("get", "nap,npin").orThrow());
        tell(plane, cluster, endpoints);
    }

    private void tell(ControlPlane plane, HeadgateCluster cluster, List<NodeEndpoint> endpoints) {
        out.println("Headgate runs. kubectl and helm are there too:");
        out.println();
        out.println("  export PATH=" + plane.programs() + ":$PATH KUBECONFIG=" + plane.kubeconfig());
        out.println("  kubectl get nap,dcat,psnap,npin -A");
        for (NodeEndpoint endpoint : endpoints) {
            Path token = ClusterFiles.writeToken(
                    folder.resolve("runtime-" + endpoint.node() + ".token"),
                    cluster.callerToken("payments", "runtime", endpoint.node()));
            out.println();
            out.println("Node " + endpoint.node() + " listens on " + endpoint.url()
                    + " and gives permits to service account payments/runtime of a pod on that node:");
            out.println();
            out.println(
                    "  curl -sS -w '\\n' " + endpoint.url() + "/v1/admissions -H 'Content-Type: application/json' \\");
            out.println("    -H \"Authorization: Bearer $(cat " + token + ")\" \\");
            out.println(
                    "    -d '{\"activationId\": \"a-'$RANDOM'\", \"target\": {\"service\": \"payments\", \"route\": \"default\","
                            + " \"contract\": \"payments.v1\", \"function\": \"authorize\"}, \"payloadBytes\": 1834}'");
        }
        out.println();
        out.println("A machine that is busy otherwise answers node-overloaded: try again.");
        out.println("The policy is examples/cluster/2-policy.yaml; change it and apply it. Logs: "
                + folder.resolve("logs") + ". 'make cluster-down' ends it all.");
    }

    private int down() {
        List<String> ended = register.endAll();
        removeFolder();
        out.println(ended.isEmpty() ? "Nothing runs." : "Ended: " + String.join(", ", ended) + ".");
        return 0;
    }

    private void removeFolder() {
        if (Files.exists(folder)) {
            ClusterFiles.delete(folder);
        }
    }
}
