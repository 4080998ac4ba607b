package dev.headgate.e2e.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** The programs of the control plane: etcd, kube-apiserver, kube-controller-manager, kubectl, helm. */
record ClusterBinaries(Path folder) {

    /**
     * Those of {@code HEADGATE_CLUSTER_BIN}, or what {@code e2e/cluster/build} makes and keeps outside the checkout.
     *
     * @throws ControlPlaneException with what the build said, if it could not make them (there is no Go, say); a test that
     *     needs them fails then, and is never skipped
     */
    static ClusterBinaries find() {
        Path build = Checkout.root().resolve("e2e/cluster/build");
        try {
            Process process = new ProcessBuilder(build.toString()).start();
            process.getOutputStream().close();
            // It tells its progress, for the first build takes minutes, and prints but one line at its end: no pipe
            // fills up.
            String said = echo(process.errorReader());
            String printed = process.inputReader().readLine();
            if (process.waitFor() != 0 || printed == null) {
                throw new ControlPlaneException(
                        "the control plane that tests run against could not be built; " + build + " says:\n" + said);
            }
            return new ClusterBinaries(Path.of(printed));
        } catch (IOException e) {
            throw new ControlPlaneException("cannot run " + build, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while building the control plane", e);
        }
    }

    private static String echo(BufferedReader lines) throws IOException {
        var said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.err.println(line);
            said.append(line).append('\n');
        }
        return said.toString();
    }

    String program(String name) {
        return folder.resolve(name).toString();
    }
}
