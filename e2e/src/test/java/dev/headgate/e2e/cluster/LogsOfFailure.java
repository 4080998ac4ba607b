package dev.headgate.e2e.cluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Prints the ends of all logs of a control plane, and of what runs beside it, when a test fails. */
record LogsOfFailure(ControlPlane plane) implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        System.err.println(context.getDisplayName() + " failed. The logs end with:\n" + plane.logTails(40));
        throw failure;
    }
}
