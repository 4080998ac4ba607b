package dev.headgate.reconcile;

import dev.headgate.command.ApiServer;
import dev.headgate.command.CommandLines;
import dev.headgate.command.Version;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The operator's process. */
@Command(
        name = "headgate operator",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Compiles policies and catalogs into snapshots, and tells each node which generation to serve.",
        footer = {
            "",
            "It finds the API server as kubectl does: KUBECONFIG, ~/.kube/config, or the account of its pod.",
            "Each option can be given as an environment variable: --listen is HEADGATE_LISTEN."
        },
        sortOptions = false)
public final class OperatorCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:8471",
            description = "Where /livez, /readyz and /metrics are served. Default: 127.0.0.1:8471.")
    private String listen = "";

    @Option(
            names = "--lease-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "",
            description =
                    "Of several processes one works: the holder of Lease headgate-operator in this namespace. Without"
                            + " it, this process takes itself for the only one.")
    private String leaseNamespace = "";

    @Option(
            names = "--identity",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Names this process in the lease and in events. Default: a random one.")
    private String identity = "";

    /** Runs until the process is told to end. */
    public static void main(String[] arguments) {
        int code = CommandLines.of(new OperatorCommand(), System.getenv()).execute(arguments);
        // Threads of the framework would keep the process alive.
        System.exit(code);
    }

    @Override
    public Integer call() throws InterruptedException {
        var address = address();
        String name = identity.isBlank() ? UUID.randomUUID().toString() : identity;
        Config found;
        try {
            found = ApiServer.config(null, System.getenv());
        } catch (IOException e) {
            spec.commandLine().getErr().println("headgate operator: " + e.getMessage());
            return 1;
        }
        Config config = new ConfigBuilder(found)
                // What the API server takes for the field manager of plain creates and updates.
                .withUserAgent(StatusWriter.FIELD_MANAGER + "/" + Version.of(OperatorCommand.class))
                .build();
        KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build();
        var ended = new CountDownLatch(1);
        OperatorProcess process;
        try {
            process = new OperatorProcess(client, name, leaseNamespace.isBlank() ? null : leaseNamespace, address);
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println("headgate operator: cannot listen on " + listen + ": " + e.getMessage());
            return 1;
        }
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            process.close();
                            ended.countDown();
                        },
                        "shutdown"));
        LOG.atInfo()
                .setMessage("starting")
                .addKeyValue("apiServer", config.getMasterUrl())
                .addKeyValue("listen", process.address())
                .addKeyValue("identity", name)
                .log();
        process.start();
        ended.await();
        return 0;
    }

    private InetSocketAddress address() {
        int colon = listen.lastIndexOf(':');
        String host = colon < 0 ? "" : listen.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = port(colon < 0 ? "" : listen.substring(colon + 1));
        if (host.isEmpty() || port < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--listen wants HOST:PORT, such as 127.0.0.1:8471, not '" + listen + "'");
        }
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new ParameterException(spec.commandLine(), "--listen: '" + host + "' is no address of this machine");
        }
        return address;
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port >= 0 && port <= 65_535 ? port : -1;
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
