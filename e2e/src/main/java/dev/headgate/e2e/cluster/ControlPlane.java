package dev.headgate.e2e.cluster;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real control plane on loopback: etcd, API server and, unless told otherwise, controller manager, as processes of this
 * machine (design page 11). Nodes and pods are objects without a kubelet, so what a pod would run, a test starts itself, with
 * the token of the pod's service account. It ends with this virtual machine, except where it is started detached.
 *
 * <p>Not safe for concurrent starts and stops; everything else may be called from several threads.
 */
public final class ControlPlane implements AutoCloseable {

    /**
     * How to start it.
     *
     * @param controllers whether the controller manager runs, without which owner references, namespaces' default accounts and
     *     {@code kubectl delete namespace} mean nothing
     * @param durable whether etcd syncs its log; needed only by tests that kill it
     * @param lifetime detached only for one that people play with
     * @param folder where keys, data and logs go; a temporary one, removed at the end, if absent
     */
    public record Options(
            boolean controllers,
            boolean durable,
            Lifetime lifetime,
            @Nullable Path folder) {
        /** What nearly every test needs: controllers, speed, an end with this virtual machine. */
        public static Options forTests() {
            return new Options(true, false, new Lifetime.Leashed(), null);
        }
    }

    /** The audience of tokens that callers present to a node endpoint (design page 13). */
    public static final String HEADGATE_AUDIENCE = "headgate";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Options options;
    private final ClusterBinaries binaries;
    private final ClusterFiles files;
    private final int port;
    private final List<KubernetesClient> clients = new ArrayList<>();

    private @Nullable ServerProcess etcd;
    private @Nullable ServerProcess apiServer;
    private @Nullable ServerProcess controllers;
    private @Nullable KubernetesClient admin;
    private int etcdPort;

    private ControlPlane(Options options, ClusterBinaries binaries, ClusterFiles files, int port) {
        this.options = options;
        this.binaries = binaries;
        this.files = files;
        this.port = port;
    }

    /**
     * Starts one and waits until it serves.
     *
     * @throws ControlPlaneException if a program is missing and cannot be built, or does not come up; with the end of its log
     */
    public static ControlPlane start(Options options) {
        var binaries = ClusterBinaries.find();
        var files = ClusterFiles.create(options.folder() == null ? temporaryFolder() : options.folder());
        var plane = new ControlPlane(options, binaries, files, FreePorts.next());
        try {
            plane.startEtcd();
            plane.startApiServer();
            plane.files.writeKubeconfig("admin", plane.url(), files.adminToken());
            plane.admin = plane.clientFor(files.adminToken());
            if (options.controllers()) {
                plane.startControllers();
            }
            return plane;
        } catch (RuntimeException e) {
            var failure = new ControlPlaneException(e.getMessage() + "\n" + plane.logTails(40), e);
            plane.close();
            throw failure;
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("headgate-cluster");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startEtcd() {
        etcdPort = FreePorts.next();
        String client = "http://127.0.0.1:" + etcdPort;
        String peer = "http://127.0.0.1:" + FreePorts.next();
        List<String> command = new ArrayList<>(List.of(
                binaries.program("etcd"),
                "--name=headgate",
                "--data-dir=" + files.folder().resolve("etcd"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=headgate=" + peer,
                "--log-level=warn"));
        if (!options.durable()) {
            command.add("--unsafe-no-fsync");
        }
        etcd = run("etcd", command);
    }

    /**
     * Starts the API server on the port and the data it had before, and waits until it serves.
     *
     * @throws IllegalStateException if it runs
     * @throws ControlPlaneException if it does not come up within a minute
     */
    public void startApiServer() {
        if (apiServer != null) {
            throw new IllegalStateException("the API server runs");
        }
        apiServer = run(
                "kube-apiserver",
                List.of(
                        binaries.program("kube-apiserver"),
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--cert-dir=" + files.certificates(),
                        "--etcd-servers=http://127.0.0.1:" + etcdPort,
                        "--token-auth-file=" + files.tokens(),
                        "--authorization-mode=Node,RBAC",
                        "--enable-admission-plugins=NodeRestriction",
                        "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
                        "--service-account-key-file=" + files.signingPublicKey(),
                        "--service-account-signing-key-file=" + files.signingKey(),
                        "--service-cluster-ip-range=10.96.0.0/16",
                        // It refuses to write a loopback address into the endpoints of its own service, and nothing
                        // reads them.
                        "--endpoint-reconciler-type=none",
                        "--profiling=false"));
        new ReadyProbe(url(), files.authority()).await(apiServer, START_LIMIT);
    }

    /** Stops the API server and waits until it is gone. Connections to it are refused from then on; etcd keeps its data. */
    public void stopApiServer() {
        requireNonNull(apiServer, "the API server does not run").close();
        apiServer = null;
    }

    private void startControllers() {
        controllers = run(
                "kube-controller-manager",
                List.of(
                        binaries.program("kube-controller-manager"),
                        "--kubeconfig=" + kubeconfig(),
                        "--secure-port=0",
                        "--leader-elect=false",
                        "--service-account-private-key-file=" + files.signingKey(),
                        "--root-ca-file=" + files.authority(),
                        // Those that act on objects alone. Without kubelets the others would taint nodes and evict what
                        // is on them.
                        "--controllers=garbage-collector-controller,namespace-controller,serviceaccount-controller,"
                                + "serviceaccount-token-controller,root-ca-certificate-publisher-controller,"
                                + "clusterrole-aggregation-controller",
                        "--profiling=false"));
        awaitDefaultAccount("default");
    }

    /** Waits for the account that pods of a namespace run under, without which none can be created there. */
    private void awaitDefaultAccount(String namespace) {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (client().serviceAccounts()
                        .inNamespace(namespace)
                        .withName("default")
                        .get()
                == null) {
            if (System.nanoTime() > end) {
                throw new ControlPlaneException("the controllers made no default account in namespace " + namespace);
            }
            ReadyProbe.pause();
        }
    }

    private ServerProcess run(String name, List<String> command) {
        return ServerProcess.start(name, command, Map.of(), files.log(name), options.lifetime());
    }

    /** Where the API server listens. */
    public String url() {
        return "https://127.0.0.1:" + port;
    }

    /** The folder of this control plane; its {@code logs} hold what each process said. */
    public Path folder() {
        return files.folder();
    }

    /** The folder of the programs it consists of, kubectl and helm among them. */
    public Path programs() {
        return binaries.folder();
    }

    /** A file for the output of a process that a test runs beside the control plane; {@link #logTails} shows its end. */
    public Path logFile(String process) {
        return files.log(process);
    }

    /** The administrator's kubeconfig. */
    public Path kubeconfig() {
        return files.folder().resolve("admin.kubeconfig");
    }

    /** Writes a kubeconfig with a bearer token, for a process that runs under that token. */
    public Path kubeconfig(String name, String token) {
        return files.writeKubeconfig(name, url(), token);
    }

    /** A client with every right. Closed with the control plane. */
    public KubernetesClient client() {
        return requireNonNull(admin, "the control plane is starting");
    }

    /** A client with the rights of a bearer token. Closed with the control plane. */
    public synchronized KubernetesClient clientFor(String token) {
        try {
            Config config = new ConfigBuilder(Config.empty())
                    .withMasterUrl(url())
                    .withCaCertData(Files.readString(files.authority()))
                    .withOauthToken(token)
                    // What a test asks for either works or is the finding; a stopped API server is one of the cases.
                    .withRequestRetryBackoffLimit(0)
                    .build();
            var client = new KubernetesClientBuilder().withConfig(config).build();
            clients.add(client);
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs kubectl as administrator. */
    public CommandResult kubectl(String... arguments) {
        return command("kubectl", "", arguments);
    }

    /** Runs kubectl as administrator with something on standard input: {@code apply -f -}. */
    public CommandResult kubectlWithInput(String input, String... arguments) {
        return command("kubectl", input, arguments);
    }

    /** Runs Helm as administrator. */
    public CommandResult helm(String... arguments) {
        return command("helm", "", arguments);
    }

    private CommandResult command(String program, String input, String... arguments) {
        List<String> line = new ArrayList<>(List.of(binaries.program(program)));
        line.addAll(List.of(arguments));
        var environment = Map.of(
                "KUBECONFIG", kubeconfig().toString(),
                "HOME", files.home().toString(),
                "XDG_CACHE_HOME", files.home().resolve("cache").toString(),
                "XDG_CONFIG_HOME", files.home().resolve("config").toString(),
                "XDG_DATA_HOME", files.home().resolve("data").toString());
        return CommandResult.run(files.scratch(), environment, input, line);
    }

    /** Creates a Node object, to which no kubelet belongs. */
    public Node createNode(String name, Map<String, String> labels) {
        var node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .addToLabels(labels)
                .endMetadata()
                .build();
        return client().resource(node).create();
    }

    /** Creates a Pod object on a node, which nothing runs, so that tokens can be bound to it. Waits for what it needs to exist. */
    public Pod createPod(String namespace, String name, String serviceAccount, String node) {
        awaitDefaultAccount(namespace);
        var pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(serviceAccount)
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withImage("nothing.invalid/runs:this")
                .endContainer()
                .endSpec()
                .build();
        return client().resource(pod).create();
    }

    /**
     * A token of a service account.
     *
     * @param audience who shall accept it; the API server itself if absent
     * @param bound the Pod or Node without which it is void and which it names, if any
     * @param validity at least ten minutes
     */
    public String token(
            String namespace,
            String serviceAccount,
            @Nullable String audience,
            @Nullable TokenBinding bound,
            Duration validity) {
        var spec = new TokenRequestBuilder().withNewSpec().withExpirationSeconds(validity.toSeconds());
        if (audience != null) {
            spec.addToAudiences(audience);
        }
        if (bound != null) {
            spec.withNewBoundObjectRef("v1", bound.kind(), bound.name(), bound.uid());
        }
        TokenRequest answer = client().serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(spec.endSpec().build());
        return answer.getStatus().getToken();
    }

    /** A token for one hour; see the longer form. */
    public String token(
            String namespace, String serviceAccount, @Nullable String audience, @Nullable TokenBinding bound) {
        return token(namespace, serviceAccount, audience, bound, Duration.ofHours(1));
    }

    /** The ends of all logs, those of the tests' own processes included. */
    public String logTails(int lines) {
        var text = new StringBuilder();
        try (var logs = Files.list(files.folder().resolve("logs"))) {
            for (Path log : logs.sorted().toList()) {
                text.append("---- ").append(log.getFileName()).append('\n');
                text.append(ServerProcess.tail(log, lines)).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Ends everything, in order, and removes the folder if it is a temporary one. */
    @Override
    public void close() {
        clients.forEach(KubernetesClient::close);
        for (var process : new @Nullable ServerProcess[] {controllers, apiServer, etcd}) {
            if (process != null) {
                process.close();
            }
        }
        if (options.folder() == null) {
            ClusterFiles.delete(files.folder());
        }
    }
}
