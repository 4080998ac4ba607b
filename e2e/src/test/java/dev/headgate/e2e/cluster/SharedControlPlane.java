package dev.headgate.e2e.cluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives tests a {@link ControlPlane} with the chart installed, one that all tests of a virtual machine share, for the time it takes to start. Tests use
 * names of their own. When a test fails, the ends of the logs are printed.
 */
public final class SharedControlPlane implements ParameterResolver, TestExecutionExceptionHandler {
    private static final Namespace NAMESPACE = Namespace.create(SharedControlPlane.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ControlPlane.class;
    }

    @Override
    public ControlPlane resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return shared(context);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        System.err.println(context.getDisplayName() + " failed. The logs end with:\n"
                + shared(context).logTails(40));
        throw failure;
    }

    private static ControlPlane shared(ExtensionContext context) {
        // The root store closes what is AutoCloseable when the last test of this virtual machine has ended.
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(ControlPlane.class, _ -> startWithChart(), ControlPlane.class);
    }

    private static ControlPlane startWithChart() {
        var plane = ControlPlane.start(ControlPlane.Options.forTests());
        try {
            HeadgateCluster.installChart(plane);
            return plane;
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }
}
