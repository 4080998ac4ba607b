package dev.headgate.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A certificate authority of its own in a directory, made by the JDK's keytool. */
final class TestingCertificates {
    private static final String PASSWORD = "changeit";

    private final Path directory;
    private final String authority;

    TestingCertificates(Path directory, String authority) {
        this.directory = directory;
        this.authority = authority;
        keytool(
                "-genkeypair",
                "-alias",
                authority,
                "-dname",
                "CN=" + authority,
                "-keyalg",
                "EC",
                "-ext",
                "bc:c",
                "-keystore",
                store(authority),
                "-validity",
                "30");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                authority,
                "-keystore",
                store(authority),
                "-file",
                directory.resolve(authority + ".pem").toString());
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    /** The certificate of the authority, as PEM. */
    Path bundle() {
        return directory.resolve(authority + ".pem");
    }

    /** A certificate that is valid from yesterday, for 30 days. */
    Issued issue(String name) {
        return issue(name, "EC", "-1d", 30);
    }

    /** A certificate whose key is in the form of PKCS #1, as Helm's template functions write it. */
    Issued issueWithTraditionalKey(String name) {
        Issued issued = issue(name, "RSA", "-1d", 30);
        try {
            KeyStore store = load(issued.store());
            byte[] encoded = store.getKey(name, password()).getEncoded();
            // Within PKCS #8 it is the last value: what stands before is its version and algorithm, 26 bytes for such a
            // key.
            byte[] traditional = Arrays.copyOfRange(encoded, 26, encoded.length);
            Files.writeString(
                    issued.key(),
                    "-----BEGIN RSA PRIVATE KEY-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(traditional)
                            + "\n-----END RSA PRIVATE KEY-----\n");
            return issued;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A certificate that was valid until five days ago. */
    Issued issueExpired(String name) {
        return issue(name, "EC", "-10d", 5);
    }

    private Issued issue(String name, String algorithm, String start, int validDays) {
        keytool("-genkeypair", "-alias", name, "-dname", "CN=" + name, "-keyalg", algorithm, "-keystore", store(name));
        String request = directory.resolve(name + ".csr").toString();
        keytool("-certreq", "-alias", name, "-keystore", store(name), "-file", request);
        Path certificate = directory.resolve(name + ".crt");
        keytool(
                "-gencert",
                "-rfc",
                "-alias",
                authority,
                "-keystore",
                store(authority),
                "-infile",
                request,
                "-outfile",
                certificate.toString(),
                "-startdate",
                start,
                "-validity",
                Integer.toString(validDays),
                "-ext",
                "san=dns:localhost,ip:127.0.0.1");
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                "authority",
                "-keystore",
                store(name),
                "-file",
                bundle().toString());
        keytool("-importcert", "-noprompt", "-alias", name, "-keystore", store(name), "-file", certificate.toString());
        return new Issued(certificate, writeKey(name), Path.of(store(name)));
    }

    private Path writeKey(String name) {
        try {
            PrivateKey key = (PrivateKey) load(Path.of(store(name))).getKey(name, PASSWORD.toCharArray());
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
            return Files.writeString(
                    directory.resolve(name + ".key"),
                    "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyStore load(Path store) {
        try {
            return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static char[] password() {
        return PASSWORD.toCharArray();
    }

    private static void keytool(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A certificate, its key, and both in a key store. */
    record Issued(Path certificate, Path key, Path store) {
        X509Certificate leaf() {
            try {
                return (X509Certificate) load(store)
                        .getCertificate(certificate.getFileName().toString().replace(".crt", ""));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
