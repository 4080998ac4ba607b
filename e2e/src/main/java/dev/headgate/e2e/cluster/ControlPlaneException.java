package dev.headgate.e2e.cluster;

import org.jspecify.annotations.Nullable;

/** The control plane, or a process beside it, could not be built, started or reached; the message says what to do or read. */
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ControlPlaneException(String message) {
        super(message);
    }

    ControlPlaneException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
