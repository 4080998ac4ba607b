package dev.headgate.node;

import dev.headgate.admission.Placement;
import dev.headgate.pin.DirectoryPins;
import dev.headgate.pin.LastKnownGood;
import dev.headgate.pin.PinConsumer;
import dev.headgate.pin.PinSourceStatus;
import java.io.IOException;
import java.nio.file.Path;

/** A node that stands alone: the policy of a directory, and callers by the endpoint's own files. */
final class DirectorySource implements PolicySource {
    private final DirectoryPins pins;
    private final Callers callers;

    DirectorySource(NodeOptions options, Path directory, PinConsumer consumer) throws IOException {
        this.pins = new DirectoryPins(
                directory,
                new LastKnownGood(options.stateDirectory()),
                consumer,
                new Placement(architecture(), options.region(), options.zone()));
        this.callers = Callers.standingAlone(options);
    }

    /** As Kubernetes labels nodes: the names of Go, not those of Java. */
    private static String architecture() {
        String java = System.getProperty("os.arch", "");
        return switch (java) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> java;
        };
    }

    @Override
    public void start() {
        pins.start();
    }

    @Override
    public Callers callers() {
        return callers;
    }

    @Override
    public PinSourceStatus status() {
        return pins.status();
    }

    @Override
    public void close() {
        pins.close();
        callers.close();
    }
}
