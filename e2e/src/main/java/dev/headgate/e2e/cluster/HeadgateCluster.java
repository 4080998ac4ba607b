package dev.headgate.e2e.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Headgate on a {@link ControlPlane}: the chart, installed by Helm, and the processes that its pods would run, each with the
 * token of the service account that the chart gives it, bound to a pod on its node. Nothing runs as administrator.
 */
public final class HeadgateCluster implements AutoCloseable {

    /** Where the chart is installed. */
    public static final String NAMESPACE = "headgate-system";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final ControlPlane plane;
    private final Lifetime lifetime;
    private final Duration tokenValidity;
    private final List<ServerProcess> processes = new ArrayList<>();
    private @Nullable URI operatorUrl;

    /**
     * @param lifetime of the processes
     * @param tokenValidity how long their tokens are good, for nobody renews them
     */
    public HeadgateCluster(ControlPlane plane, Lifetime lifetime, Duration tokenValidity) {
        this.plane = plane;
        this.lifetime = lifetime;
        this.tokenValidity = tokenValidity;
    }

    /** Installs the chart of this checkout, with its defaults. */
    public static void installChart(ControlPlane plane) {
        Path chart = Checkout.root().resolve("helm/headgate");
        plane.helm("install", "headgate", chart.toString(), "--namespace", NAMESPACE, "--create-namespace")
                .orThrow();
        plane.kubectl("wait", "--for=condition=Established", "--timeout=60s", "crd", "--all")
                .orThrow();
        // A new kind answers 429 while its storage is made ready; kubectl asks again, other clients would not.
        for (String kind : List.of(
                "nodeadmissionpolicies", "deploymentcatalogs", "policysnapshots", "snapshotparts", "nodepins")) {
            plane.kubectl("get", "--raw", "/apis/headgate.dev/v1alpha1/" + kind).orThrow();
        }
    }

    /** Starts the operator, as the account of the chart's Deployment, in a pod on this node, and waits until it answers. */
    public ServerProcess startOperator(String node) {
        String account = plane.client()
                .apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName("headgate-operator")
                .require()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getServiceAccountName();
        Pod pod = pod(NAMESPACE, "headgate-operator", account, node);
        String address = "127.0.0.1:" + FreePorts.next();
        var url = URI.create("http://" + address);
        operatorUrl = url;
        var operator = launch(
                "headgate-operator",
                List.of("operator", "--listen", address),
                Map.of(
                        "KUBECONFIG", kubeconfig(account, pod),
                        "HEADGATE_IDENTITY", pod.getMetadata().getName(),
                        "HEADGATE_LEASE_NAMESPACE", NAMESPACE));
        awaitAnswer(operator, url.resolve("/livez"));
        return operator;
    }

    /** Where the operator that was started last has its probes and metrics. */
    public URI operatorUrl() {
        return Objects.requireNonNull(operatorUrl, "no operator was started");
    }

    /** Starts a node's endpoint for the first time, and waits until it answers. */
    public NodeEndpoint startEndpoint(String node) {
        return startEndpoint(node, URI.create("http://127.0.0.1:" + FreePorts.next()));
    }

    /** Starts the endpoint of the same node again: same address, same state, and the token it had. */
    public NodeEndpoint restartEndpoint(NodeEndpoint ended) {
        return startEndpoint(ended.node(), ended.url());
    }

    private NodeEndpoint startEndpoint(String node, URI url) {
        Path kubeconfig = plane.folder().resolve("headgate-node-" + node + ".kubeconfig");
        if (!Files.exists(kubeconfig)) {
            String account = plane.client()
                    .apps()
                    .daemonSets()
                    .inNamespace(NAMESPACE)
                    .withName("headgate-node")
                    .require()
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getServiceAccountName();
            kubeconfig(account, pod(NAMESPACE, "headgate-node-" + node, account, node));
        }
        var process = launch(
                "headgate-node-" + node,
                List.of(
                        "node",
                        "--cluster",
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--node-name",
                        node,
                        "--listen",
                        url.getAuthority(),
                        "--state-dir",
                        plane.folder().resolve("state-" + node).toString()),
                Map.of());
        awaitAnswer(process, url.resolve("/livez"));
        return new NodeEndpoint(node, url, process);
    }

    private ServerProcess launch(String name, List<String> arguments, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(Checkout.root().resolve("bin/headgate").toString());
        command.addAll(arguments);
        var process = ServerProcess.start(name, command, environment, plane.logFile(name), lifetime);
        processes.add(process);
        return process;
    }

    private String kubeconfig(String account, Pod pod) {
        String token = plane.token(NAMESPACE, account, null, TokenBinding.to(pod), tokenValidity);
        return plane.kubeconfig(pod.getMetadata().getName(), token).toString();
    }

    /** A token with which a pod of this account on this node asks that node's endpoint. The pod is created, as an object. */
    public String callerToken(String namespace, String account, String node) {
        Pod pod = pod(namespace, account + "-" + node, account, node);
        return plane.token(namespace, account, ControlPlane.HEADGATE_AUDIENCE, TokenBinding.to(pod), tokenValidity);
    }

    private Pod pod(String namespace, String name, String account, String node) {
        @Nullable Pod existing =
                plane.client().pods().inNamespace(namespace).withName(name).get();
        return existing != null ? existing : plane.createPod(namespace, name, account, node);
    }

    private static void awaitAnswer(ServerProcess process, URI url) {
        var request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build();
        long end = System.nanoTime() + START_LIMIT.toNanos();
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (true) {
                try {
                    client.send(request, HttpResponse.BodyHandlers.discarding());
                    return;
                } catch (IOException e) {
                    if (!process.isAlive() || System.nanoTime() > end) {
                        throw new ControlPlaneException(
                                process.name() + " does not answer at " + url + "; its log ends with:\n"
                                        + process.logTail(40),
                                e);
                    }
                }
                ReadyProbe.pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while waiting for " + process.name(), e);
        }
    }

    /** Applies a folder or a file of this checkout as administrator. */
    public void apply(Path pathInCheckout) {
        plane.kubectl("apply", "-f", Checkout.root().resolve(pathInCheckout).toString())
                .orThrow();
    }

    /** A file of this checkout. */
    public static String read(Path pathInCheckout) {
        try {
            return Files.readString(Checkout.root().resolve(pathInCheckout));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the processes, the last one first. The control plane goes on. */
    @Override
    public void close() {
        processes.reversed().forEach(ServerProcess::close);
    }
}
