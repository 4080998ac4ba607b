package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback for servers that are stopped and come back on the same port.
 *
 * <p>They lie below the range from which the kernel takes the ports of outgoing connections. Above it, a client that tries again
 * and again while the server is away is sooner or later given the server's own port as its own, connects to itself, and the
 * server cannot come back.
 */
public final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    /** A port that nobody listens on now. */
    public static int next() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException _) {
                // Taken: another.
            }
        }
        throw new ControlPlaneException("no port is free between " + LOWEST + " and " + HIGHEST);
    }
}
