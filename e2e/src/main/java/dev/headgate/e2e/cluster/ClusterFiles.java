package dev.headgate.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * The folder of one control plane: keys, tokens, kubeconfigs, data and logs. All of it belongs to its owner alone, for the
 * administrator's token is in it.
 */
final class ClusterFiles {
    private final Path folder;
    private final String adminToken;

    private ClusterFiles(Path folder, String adminToken) {
        this.folder = folder;
        this.adminToken = adminToken;
    }

    /** Makes the folder, the administrator's token and the keys that sign the tokens of service accounts. */
    static ClusterFiles create(Path folder) {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (String name : new String[] {"logs", "home", "scratch"}) {
                Files.createDirectories(folder.resolve(name));
            }
            byte[] random = new byte[16];
            new SecureRandom().nextBytes(random);
            var files = new ClusterFiles(folder, HexFormat.of().formatHex(random));
            Files.writeString(files.tokens(), files.adminToken + ",admin,admin,\"system:masters\"\n");
            files.writeSigningKeys();
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeSigningKeys() throws IOException {
        KeyPair keys;
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            keys = generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has RSA", e);
        }
        Files.writeString(signingKey(), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        Files.writeString(signingPublicKey(), pem("PUBLIC KEY", keys.getPublic().getEncoded()));
    }

    private static String pem(String type, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, body, type);
    }

    Path folder() {
        return folder;
    }

    String adminToken() {
        return adminToken;
    }

    Path tokens() {
        return folder.resolve("tokens.csv");
    }

    Path signingKey() {
        return folder.resolve("service-account.key");
    }

    Path signingPublicKey() {
        return folder.resolve("service-account.pub");
    }

    /** Where the API server makes itself a certificate, which it keeps over restarts. */
    Path certificates() {
        return folder.resolve("certificates");
    }

    /** The certificate that clients trust. It is there once the API server has started. */
    Path authority() {
        return certificates().resolve("apiserver.crt");
    }

    Path log(String process) {
        return folder.resolve("logs").resolve(process + ".log");
    }

    /** The home of kubectl and Helm, so that they neither read nor write that of a person. */
    Path home() {
        return folder.resolve("home");
    }

    Path scratch() {
        return folder.resolve("scratch");
    }

    /** Writes a kubeconfig that carries a bearer token. */
    Path writeKubeconfig(String name, String url, String token) {
        try {
            String authorityData = Base64.getEncoder().encodeToString(Files.readAllBytes(authority()));
            String text = """
                    apiVersion: v1
                    kind: Config
                    clusters:
                    - name: headgate
                      cluster: {server: "%s", certificate-authority-data: %s}
                    users:
                    - name: %s
                      user: {token: "%s"}
                    contexts:
                    - name: headgate
                      context: {cluster: headgate, user: %s}
                    current-context: headgate
                    """.formatted(url, authorityData, name, token, name);
            return Files.writeString(folder.resolve(name + ".kubeconfig"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a token to a file of the folder, from which command lines take it: shells keep what is typed. */
    static Path writeToken(Path file, String token) {
        try {
            return Files.writeString(file, token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder and all in it. */
    static void delete(Path folder) {
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
