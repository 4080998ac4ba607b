package dev.headgate.e2e.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A closed-loop load of pairs: admit, then cancel what was admitted. Each connection sends its next request when the answer of
 * the last has come. It shares the machine with the server, so what it measures well is the server's CPU time, not throughput.
 */
final class HttpLoad {
    private static final AtomicLong ACTIVATIONS = new AtomicLong();

    private final InetSocketAddress server;
    private final String authorization;

    HttpLoad(InetSocketAddress server, String token) {
        this.server = server;
        this.authorization = token;
    }

    /** What a run saw: latencies of admissions in nanoseconds, ascending, and the sizes of the last answers. */
    static final class Result {
        private final long[] latencies;
        private final int createdBytes;
        private final int okBytes;

        private Result(long[] latencies, int createdBytes, int okBytes) {
            this.latencies = latencies;
            this.createdBytes = createdBytes;
            this.okBytes = okBytes;
        }

        int pairs() {
            return latencies.length;
        }

        int createdBytes() {
            return createdBytes;
        }

        int okBytes() {
            return okBytes;
        }

        long percentileNanos(double percentile) {
            return latencies[(int) Math.min(latencies.length - 1L, (long) (latencies.length * percentile))];
        }
    }

    /** Sends {@code pairs} pairs over {@code connections} connections; any answer but 201 and 200 fails the run. */
    Result run(int connections, int pairs) throws IOException, InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Result>> runs = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                runs.add(executor.submit(() -> connection(Math.max(1, pairs / connections))));
            }
            long[] all = new long[0];
            int created = 0;
            int ok = 0;
            for (Future<Result> run : runs) {
                Result result = run.get();
                int at = all.length;
                all = Arrays.copyOf(all, at + result.latencies.length);
                System.arraycopy(result.latencies, 0, all, at, result.latencies.length);
                created = result.createdBytes;
                ok = result.okBytes;
            }
            Arrays.sort(all);
            return new Result(all, created, ok);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private Result connection(int pairs) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server);
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            long[] latencies = new long[pairs];
            int created = 0;
            int ok = 0;
            for (int i = 0; i < pairs; i++) {
                String activation = "bench-" + ACTIVATIONS.incrementAndGet();
                long before = System.nanoTime();
                out.write(request("/v1/admissions", admission(activation)));
                String body = answer(in, 201);
                latencies[i] = System.nanoTime() - before;
                created = body.length();
                out.write(request("/v1/cancellations", "{\"activationId\":\"" + activation + "\"}"));
                ok = answer(in, 200).length();
            }
            return new Result(latencies, created, ok);
        }
    }

    /** Admits and keeps {@code permits} permits over {@code connections} connections. */
    void hold(int connections, int permits) throws IOException, InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                runs.add(executor.submit(() -> {
                    holdOverOne(permits / connections);
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private void holdOverOne(int permits) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < permits; i++) {
                out.write(request("/v1/admissions", admission("bench-" + ACTIVATIONS.incrementAndGet())));
                answer(in, 201);
            }
        }
    }

    static String admission(String activation) {
        return "{\"activationId\":\"" + activation + "\",\"target\":{\"service\":\"hello\",\"route\":\"default\","
                + "\"contract\":\"hello.v1\",\"function\":\"greet\"},\"routingKey\":\"customer-42\",\"priority\":5,"
                + "\"payloadBytes\":1834,\"budget\":{\"wallTime\":\"20s\",\"cpuFuel\":1000,\"memory\":\"1Mi\"}}";
    }

    private byte[] request(String path, String body) {
        return ("POST " + path + " HTTP/1.1\r\nHost: " + server.getHostString() + ":" + server.getPort()
                        + "\r\nAuthorization: Bearer " + authorization
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String answer(InputStream in, int expected) throws IOException {
        String status = line(in);
        int length = 0;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        if (!status.startsWith("HTTP/1.1 " + expected)) {
            throw new IOException("expected " + expected + ", got " + status + " " + body);
        }
        return body;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder(80);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }
}
