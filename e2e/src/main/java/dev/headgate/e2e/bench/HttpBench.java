package dev.headgate.e2e.bench;

import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.FreePorts;
import dev.headgate.e2e.cluster.Lifetime;
import dev.headgate.e2e.cluster.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The node endpoint beside a plain Vert.x endpoint, in one run on one machine: CPU time a request, latency, start to ready,
 * resident memory. Prints figures and ratios; the goals stand beside them.
 */
public final class HttpBench {
    private static final String TOKEN = "bench-token";
    private static final int[] CONNECTIONS = {1, 16, 256};
    private static final int WARM_UP_PAIRS = 30_000;
    private static final int ROUNDS = 3;
    private static final int LIVE_PERMITS = 10_000;
    private static final int STARTS = 5;

    private final Path root = Checkout.root();
    private final Path scratch;
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpBench(Path scratch) {
        this.scratch = scratch;
    }

    /** Runs everything; takes some minutes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("headgate-bench");
        new HttpBench(scratch).run();
    }

    private void run() throws IOException, InterruptedException {
        startToReady();
        residentMemory();
        againstPlainEndpoint();
    }

    private void startToReady() throws IOException, InterruptedException {
        long[] millis = new long[STARTS];
        for (int i = 0; i < STARTS; i++) {
            long before = System.nanoTime();
            try (Node _ = startNode("start-" + i)) {
                millis[i] = (System.nanoTime() - before) / 1_000_000;
            }
        }
        Arrays.sort(millis);
        print(
                "start to ready: median %d ms, worst %d ms of %d (goal <= 1000 ms)",
                millis[STARTS / 2], millis[STARTS - 1], STARTS);
    }

    private void residentMemory() throws IOException, InterruptedException {
        try (Node node = startNode("memory")) {
            HttpLoad load = new HttpLoad(node.address(), TOKEN);
            load.hold(16, LIVE_PERMITS);
            print(
                    "resident memory with %,d live permits: %d MiB (goal <= 256 MiB)",
                    LIVE_PERMITS, ProcessFigures.residentBytes(node.process().pid()) >> 20);
        }
    }

    private void againstPlainEndpoint() throws IOException, InterruptedException {
        try (Node node = startNode("http")) {
            HttpLoad ours = new HttpLoad(node.address(), TOKEN);
            HttpLoad.Result shape = ours.run(16, WARM_UP_PAIRS);
            try (Node plain = startPlain(shape.createdBytes(), shape.okBytes())) {
                HttpLoad theirs = new HttpLoad(plain.address(), TOKEN);
                theirs.run(16, WARM_UP_PAIRS);
                print(
                        "answers: %d bytes for an admission, %d for a cancellation",
                        shape.createdBytes(), shape.okBytes());
                for (int connections : CONNECTIONS) {
                    compare(connections, node, ours, plain, theirs);
                }
            }
        }
    }

    private void compare(int connections, Node node, HttpLoad ours, Node plain, HttpLoad theirs)
            throws IOException, InterruptedException {
        int pairs = connections == 1 ? 10_000 : 40_000;
        double[] cpuRatios = new double[ROUNDS];
        double[] p99Ratios = new double[ROUNDS];
        String last = "";
        for (int round = 0; round < ROUNDS; round++) {
            Sample a = sample(node, ours, connections, pairs);
            Sample b = sample(plain, theirs, connections, pairs);
            cpuRatios[round] = a.cpuMicros() / b.cpuMicros();
            p99Ratios[round] = (double) a.p99Micros() / b.p99Micros();
            last = String.format(
                    Locale.ROOT,
                    "CPU %.1f against %.1f us a request, p50 %d against %d us, p99 %d against %d us",
                    a.cpuMicros(),
                    b.cpuMicros(),
                    a.p50Micros(),
                    b.p50Micros(),
                    a.p99Micros(),
                    b.p99Micros());
        }
        Arrays.sort(cpuRatios);
        Arrays.sort(p99Ratios);
        print("%d connections: %s", connections, last);
        print(
                "  median ratios of %d rounds: CPU %.2fx (goal <= 1.2x), p99 %.2fx (goal <= 1.5x)",
                ROUNDS, cpuRatios[ROUNDS / 2], p99Ratios[ROUNDS / 2]);
    }

    private record Sample(double cpuMicros, long p50Micros, long p99Micros) {}

    private static Sample sample(Node server, HttpLoad load, int connections, int pairs)
            throws IOException, InterruptedException {
        long before = ProcessFigures.cpuNanos(server.process().pid());
        HttpLoad.Result result = load.run(connections, pairs);
        long spent = ProcessFigures.cpuNanos(server.process().pid()) - before;
        return new Sample(
                spent / 1000.0 / (2.0 * result.pairs()),
                result.percentileNanos(0.5) / 1000,
                result.percentileNanos(0.99) / 1000);
    }

    /** A server process and where it listens. */
    private record Node(ServerProcess process, InetSocketAddress address) implements AutoCloseable {
        @Override
        public void close() {
            process.close();
        }
    }

    private Node startNode(String name) throws IOException, InterruptedException {
        int port = FreePorts.next();
        ServerProcess process = ServerProcess.start(
                name,
                List.of(
                        root.resolve("bin/headgate").toString(),
                        "node",
                        "--node-name",
                        "bench",
                        "--policy-dir",
                        root.resolve("e2e/bench/policy").toString(),
                        "--static-tokens",
                        root.resolve("e2e/bench/tokens").toString(),
                        "--state-dir",
                        scratch.resolve(name).toString(),
                        "--listen",
                        "127.0.0.1:" + port),
                Map.of(),
                scratch.resolve(name + ".log"),
                new Lifetime.Leashed());
        awaitStatus(process, "http://127.0.0.1:" + port + "/livez");
        // One report stands for the whole run: under load, the machine's own pressure would refuse what is measured.
        HttpResponse<String> reported = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/load"))
                        .header("Authorization", "Bearer load-token")
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"observedAt\":\"" + Instant.now()
                                + "\",\"instance\":\"bench\",\"sequence\":1,\"cpu\":\"10%\",\"memory\":\"10%\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (reported.statusCode() != 204) {
            throw new IOException("the load report was refused: " + reported.statusCode() + " " + reported.body());
        }
        awaitStatus(process, "http://127.0.0.1:" + port + "/readyz");
        return new Node(process, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private Node startPlain(int createdBytes, int okBytes) throws IOException, InterruptedException {
        int port = FreePorts.next();
        ServerProcess process = ServerProcess.start(
                "plain",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx192m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlainEndpoint.class.getName(),
                        Integer.toString(port),
                        Integer.toString(createdBytes),
                        Integer.toString(okBytes)),
                Map.of(),
                scratch.resolve("plain.log"),
                new Lifetime.Leashed());
        awaitStatus(process, "http://127.0.0.1:" + port + "/");
        return new Node(process, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private void awaitStatus(ServerProcess process, String url) throws InterruptedException, IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(1))
                .build();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            try {
                if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException _) {
                // not listening yet
            }
            Thread.sleep(5);
        }
        throw new IOException(url + " did not answer 200:\n" + process.logTail(20));
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
