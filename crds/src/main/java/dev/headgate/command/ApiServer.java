package dev.headgate.command;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a command finds the API server: as kubectl does, but what names no API server is an error and no guess. */
public final class ApiServer {
    private ApiServer() {}

    /**
     * The configuration of a client.
     *
     * @param kubeconfig the file of the command line; null leaves it to {@code KUBECONFIG}, {@code ~/.kube/config} and the service
     *     account of the pod
     * @throws IOException if a file that is named cannot be used, or nothing says where the API server is; the message is for people
     */
    public static Config config(@Nullable Path kubeconfig, Map<String, String> environment) throws IOException {
        if (kubeconfig != null) {
            String name = "--kubeconfig " + kubeconfig;
            readable(name, Stream.of(kubeconfig));
            return parsed(name, () -> Config.fromKubeconfig(kubeconfig.toFile()));
        }
        String named = environment.getOrDefault("KUBECONFIG", "");
        if (!named.isEmpty()) {
            readable(
                    "KUBECONFIG=" + named,
                    Stream.of(named.split(File.pathSeparator, -1)).map(Path::of));
        }
        return located(
                parsed(named.isEmpty() ? "~/.kube/config" : "KUBECONFIG=" + named, () -> Config.autoConfigure(null)));
    }

    /** The client takes a name of the cluster's own DNS where it finds nothing, and never says so. */
    static Config located(Config config) throws IOException {
        boolean guessed = config.getCurrentContext() == null
                && (config.getMasterUrl() == null || config.getMasterUrl().startsWith(Config.DEFAULT_MASTER_URL));
        if (guessed) {
            throw new IOException(
                    "nothing says where the API server is: set KUBECONFIG, or run in a pod with a service account");
        }
        return config;
    }

    private static void readable(String name, Stream<Path> files) throws IOException {
        if (files.noneMatch(file -> Files.isRegularFile(file) && Files.isReadable(file))) {
            throw new IOException(name + ": there is no such file, or it may not be read");
        }
    }

    private interface Source {
        Config get();
    }

    private static Config parsed(String name, Source source) throws IOException {
        try {
            return source.get();
        } catch (RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            throw new IOException(
                    name + ": is no kubeconfig: "
                            + message.strip().lines().findFirst().orElse(""),
                    e);
        }
    }
}
