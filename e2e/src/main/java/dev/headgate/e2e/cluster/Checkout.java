package dev.headgate.e2e.cluster;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the sources of this project lie: the build of the control plane, the chart, the examples and the launcher. */
public final class Checkout {
    private Checkout() {}

    /**
     * The top of the checkout that holds the working directory.
     *
     * @throws ControlPlaneException if the working directory is not inside a checkout
     */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("e2e/cluster/build"))) {
                return folder;
            }
        }
        throw new ControlPlaneException(here + " is not inside a checkout of Headgate: no e2e/cluster/build above it");
    }
}
