package dev.headgate.e2e.cluster;

import java.net.URI;

/**
 * A node endpoint that runs as a process of this machine.
 *
 * @param node the Node it speaks for
 * @param url where it listens
 */
public record NodeEndpoint(String node, URI url, ServerProcess process) {}
