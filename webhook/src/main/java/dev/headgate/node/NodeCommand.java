package dev.headgate.node;

import dev.headgate.command.CommandLines;
import dev.headgate.command.FileTrouble;
import dev.headgate.command.Version;
import dev.headgate.policy.Subject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headgate node}: flags, checked and handed to {@link NodeEndpoint}. */
@Command(
        name = "headgate node",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Serve admissions on this machine.",
        footer = {
            "",
            "Each option can be given as an environment variable: --state-dir is HEADGATE_STATE_DIR.",
            "",
            "Stand alone, on the files of a directory:",
            "  headgate node --policy-dir examples/quickstart --static-tokens examples/quickstart/tokens",
            "On a node of a cluster:",
            "  headgate node --cluster --node-name $NODE_NAME --listen 0.0.0.0:8470 --tls-cert tls.crt --tls-key tls.key"
        })
public final class NodeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    @Option(
            names = "--policy-dir",
            paramLabel = "DIR",
            description = "Serve the policy and catalogs of the YAML files in DIR, and follow their changes.")
    private @Nullable Path policyDirectory;

    @Option(
            names = "--cluster",
            description = "Serve what the operator assigns to this node: needs a kubeconfig or a service account.")
    private boolean cluster;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "How to reach the API server; default: $KUBECONFIG, then ~/.kube/config, then the pod's service account.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--node-name",
            paramLabel = "NAME",
            description = "The node this endpoint speaks for; default: the name of this machine.")
    private @Nullable String nodeName;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Addresses to listen on; default: ${DEFAULT-VALUE}. Any that is not loopback needs --tls-cert and --tls-key.",
            defaultValue = "127.0.0.1:8470")
    private List<String> listen = List.of();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Further names by which callers reach this endpoint; requests for any other are refused with 421.")
    private List<String> hosts = List.of();

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Certificate chain as PEM; read again when it changes.")
    private @Nullable Path tlsCertificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Private key as PEM; read again when it changes.")
    private @Nullable Path tlsKey;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description = "Authorities of client certificates as PEM; turns mutual TLS on.")
    private @Nullable Path tlsClientAuthorities;

    @Option(names = "--tls-client-required", description = "Refuse callers without a client certificate.")
    private boolean tlsClientRequired;

    @Option(names = "--unix-socket", paramLabel = "FILE", description = "Serve a Unix socket besides.")
    private @Nullable Path unixSocket;

    @Option(
            names = "--unix-socket-mode",
            paramLabel = "MODE",
            defaultValue = "660",
            description = "Its permissions, octal; default: ${DEFAULT-VALUE}.")
    private String unixSocketMode = "660";

    @Option(
            names = "--unix-socket-group",
            paramLabel = "GROUP",
            description = "Its group; default: that of the process.")
    private @Nullable String unixSocketGroup;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description =
                    "Lock, boot epoch, last known good. One endpoint a node: a second one on the same directory waits."
                            + " Default: $XDG_STATE_HOME or ~/.local/state, headgate/NODE.")
    private @Nullable Path stateDirectory;

    @Option(
            names = "--static-tokens",
            paramLabel = "FILE",
            description = "Bearer tokens of callers, one 'NAME: SHA-256 in hex' a line; with --policy-dir only.")
    private @Nullable Path staticTokens;

    @Option(
            names = "--region",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The region of a node that stands alone, for the placement of revisions.")
    private String region = "";

    @Option(
            names = "--zone",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The zone of a node that stands alone.")
    private String zone = "";

    @Option(
            names = "--work-cgroup",
            paramLabel = "PATH",
            description =
                    "The control group in which work runs, such as /kubepods; default: work may use the whole machine.")
    private @Nullable String workGroup;

    @Option(
            names = "--drain-timeout",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description =
                    "How long to serve the rest, after being told to end, while permits are held that a restart would"
                            + " forget (durability Memory); default: ${DEFAULT-VALUE}.")
    private long drainTimeoutSeconds = 5;

    @Option(
            names = "--administrator",
            paramLabel = "SUBJECT",
            split = ",",
            description = "Who sees and settles what is not its own, such as ServiceAccount:ops/oncall, User:alice,"
                    + " SPIFFEID:spiffe://example.org/ops, UnixUser:root or StaticToken:ops. May be repeated.")
    private List<String> administrators = List.of();

    /** Runs the endpoint until the process is told to end. */
    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new NodeCommand(), System.getenv()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeOptions options = options();
        try {
            NodeEndpoint.start(options).serve();
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            spec.commandLine().getErr().println("headgate node: " + FileTrouble.withName(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    NodeOptions options() {
        if (cluster == (policyDirectory != null)) {
            throw wrong("say where the policy comes from: either --policy-dir DIR or --cluster");
        }
        String name = nodeName != null ? nodeName : machineName();
        List<NodeOptions.ListenAddress> addresses = new ArrayList<>();
        for (String address : listen) {
            addresses.add(listenAddress(address));
        }
        List<Subject> subjects = new ArrayList<>();
        for (String administrator : administrators) {
            subjects.add(subject(administrator));
        }
        if (staticTokens != null && cluster) {
            throw wrong("--static-tokens is for endpoints that stand alone, with --policy-dir");
        }
        if (cluster && !(region.isEmpty() && zone.isEmpty())) {
            throw wrong("--region and --zone are for endpoints that stand alone; the operator tells the others");
        }
        if (drainTimeoutSeconds < 0) {
            throw wrong("--drain-timeout must be 0 or more");
        }
        if (policyDirectory != null && kubeconfig != null) {
            throw wrong("--kubeconfig goes with --cluster");
        }
        return new NodeOptions(
                name,
                addresses,
                tls(),
                unixSocket == null ? null : new NodeOptions.UnixSocket(unixSocket, unixSocketMode, unixSocketGroup),
                hosts,
                stateDirectory != null ? stateDirectory : defaultStateDirectory(name),
                policyDirectory != null
                        ? new NodeOptions.Source.Directory(policyDirectory)
                        : new NodeOptions.Source.Cluster(kubeconfig),
                staticTokens,
                subjects,
                region,
                zone,
                workGroup,
                Duration.ofSeconds(drainTimeoutSeconds));
    }

    private NodeOptions.@Nullable Tls tls() {
        if (tlsCertificate == null && tlsKey == null) {
            if (tlsClientAuthorities != null || tlsClientRequired) {
                throw wrong("mutual TLS needs --tls-cert and --tls-key");
            }
            return null;
        }
        if (tlsCertificate == null || tlsKey == null) {
            throw wrong("--tls-cert and --tls-key go together");
        }
        if (tlsClientRequired && tlsClientAuthorities == null) {
            throw wrong("--tls-client-required needs --tls-client-ca");
        }
        return new NodeOptions.Tls(tlsCertificate, tlsKey, tlsClientAuthorities, tlsClientRequired);
    }

    private NodeOptions.ListenAddress listenAddress(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw wrong("--listen " + address + ": must be HOST:PORT, such as 127.0.0.1:8470 or [::1]:8470");
        }
        String host = address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (port >= 0 && port <= 65_535) {
                return new NodeOptions.ListenAddress(host, port);
            }
        } catch (NumberFormatException _) {
            // falls through to the message, which is the same
        }
        throw wrong("--listen " + address + ": the port must be 0 to 65535");
    }

    private Subject subject(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? "" : text.substring(0, colon);
        String name = text.substring(colon + 1);
        if (colon < 0 || name.isEmpty()) {
            throw wrong("--administrator " + text + ": must be KIND:NAME");
        }
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "serviceaccount" -> {
                int slash = name.indexOf('/');
                if (slash < 1 || slash == name.length() - 1) {
                    throw wrong("--administrator " + text + ": must be ServiceAccount:NAMESPACE/NAME");
                }
                yield new Subject.ServiceAccount(name.substring(0, slash), name.substring(slash + 1));
            }
            case "user" -> new Subject.User(name);
            case "spiffeid" -> new Subject.SpiffeId(name);
            case "unixuser" -> new Subject.UnixUser(name);
            case "statictoken" -> new Subject.StaticToken(name);
            default ->
                throw wrong("--administrator " + text
                        + ": the kind must be ServiceAccount, User, SPIFFEID, UnixUser or StaticToken");
        };
    }

    private static Path defaultStateDirectory(String nodeName) {
        String base = System.getenv("XDG_STATE_HOME");
        Path root = base != null && !base.isEmpty()
                ? Path.of(base)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return root.resolve("headgate").resolve(nodeName);
    }

    private String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            throw wrong("this machine has no name that resolves; give --node-name");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The version that the build wrote into the jar. */
    static String version() {
        return Version.of(NodeCommand.class);
    }
}
