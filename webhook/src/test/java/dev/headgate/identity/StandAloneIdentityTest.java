package dev.headgate.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.policy.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandAloneIdentityTest {
    /** {@code printf %s quickstart-token | sha256sum} */
    private static final String HASH = "970d024b52d2e497b78eaac62fd5da4776df4b2a11ec6a6331c083b07123dd62";

    private static final Administrators ALICE_ONLY =
            Administrators.configured(Set.of(new Subject.StaticToken("alice")));

    @TempDir
    Path root;

    @Test
    void aTokenOfTheFileIsKnownByItsName() throws IOException {
        assertThat(bearer(tokens("# quickstart\n\nalice: " + HASH + "\n"), "quickstart-token"))
                .isInstanceOfSatisfying(Authentication.Known.class, known -> {
                    assertThat(known.caller().subject()).isEqualTo(new Subject.StaticToken("alice"));
                    assertThat(known.caller().administrator()).isTrue();
                });
    }

    @Test
    void aTokenThatTheFileDoesNotHoldIsInvalid() throws IOException {
        assertThat(bearer(tokens("alice: " + HASH), "quickstart-tokem"))
                .isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void theHashItselfIsNoToken() throws IOException {
        assertThat(bearer(tokens("alice: " + HASH), HASH))
                .isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void noTokenIsMissing() throws IOException {
        assertThat(bearer(tokens("alice: " + HASH), null))
                .isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_MISSING));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice",
                "alice: quickstart-token",
                "alice: abc",
                ": x",
                "system:anonymous: y",
                "a b: z",
                "alice secret"
            })
    void aMalformedLineIsNamedAndNotQuoted(String line) throws IOException {
        Files.writeString(root.resolve("tokens"), "bob: " + HASH + "\n" + line + "\n");

        assertThat(StaticTokens.read(root.resolve("tokens"), ALICE_ONLY))
                .isInstanceOfSatisfying(StaticTokens.Reading.Malformed.class, malformed -> {
                    assertThat(malformed.line()).isEqualTo(2);
                    assertThat(malformed.what())
                            .doesNotContain("quickstart-token")
                            .doesNotContain("secret");
                });
    }

    @Test
    void aNameOrATokenThatIsRepeatedIsMalformed() throws IOException {
        Files.writeString(root.resolve("names"), "a: " + HASH + "\na: " + "0".repeat(64));
        Files.writeString(root.resolve("hashes"), "a: " + HASH + "\nb: " + HASH.toUpperCase(java.util.Locale.ROOT));

        assertThat(StaticTokens.read(root.resolve("names"), ALICE_ONLY))
                .isEqualTo(new StaticTokens.Reading.Malformed(2, "repeats a name"));
        assertThat(StaticTokens.read(root.resolve("hashes"), ALICE_ONLY))
                .isEqualTo(new StaticTokens.Reading.Malformed(2, "repeats the token of another name"));
    }

    @Test
    void aFileThatIsNotThereSaysSo() {
        assertThat(StaticTokens.read(root.resolve("none"), ALICE_ONLY))
                .isEqualTo(new StaticTokens.Reading.Malformed(0, "cannot be read: there is no such file or directory"));
    }

    @Test
    void aUnixPeerIsKnownByItsNameOrElseByItsNumber() throws IOException {
        UnixPeers peers = peers("4294967294");

        assertThat(subject(peer(peers, 1000))).isEqualTo(new Subject.UnixUser("alice"));
        assertThat(subject(peer(peers, 1001))).isEqualTo(new Subject.UnixUser("uid:1001"));
        assertThat(subject(peer(peers, 0))).isEqualTo(new Subject.UnixUser("root"));
    }

    @Test
    void theOverflowUserOfTheKernelIsRefused() throws IOException {
        assertThat(peer(peers("65534\n"), 65534)).isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void theUsualOverflowUserIsRefusedWhereTheKernelDoesNotSay() {
        assertThat(peer(UnixPeers.of(root, ALICE_ONLY), 65534))
                .isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_INVALID));
    }

    @Test
    void aConnectionThatIsNoUnixSocketHasNoPeer() throws IOException {
        assertThat(peer(peers("65534"), -1)).isEqualTo(new Authentication.Refused(Reason.CREDENTIALS_MISSING));
    }

    private UnixPeers peers(String overflowUser) throws IOException {
        Files.createDirectories(root.resolve("etc"));
        Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.writeString(
                root.resolve("etc/passwd"),
                "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000::/:\nalias:x:1000:1::/:\nbroken\nbad name:x:1001:1::/:\n");
        Files.writeString(root.resolve("proc/sys/kernel/overflowuid"), overflowUser);
        return UnixPeers.of(root, ALICE_ONLY);
    }

    private StaticTokens tokens(String content) throws IOException {
        Path file = Files.writeString(root.resolve("tokens"), content);
        return switch (StaticTokens.read(file, ALICE_ONLY)) {
            case StaticTokens.Reading.Read(var tokens) -> tokens;
            case StaticTokens.Reading.Malformed malformed -> throw new AssertionError(malformed.toString());
        };
    }

    private static Authentication bearer(Authenticator authenticator, @org.jspecify.annotations.Nullable String token) {
        return authenticator
                .authenticate(new Credentials(token, null, -1))
                .toCompletableFuture()
                .join();
    }

    private static Authentication peer(Authenticator authenticator, long userId) {
        return authenticator
                .authenticate(new Credentials(null, null, userId))
                .toCompletableFuture()
                .join();
    }

    private static Subject subject(Authentication answer) {
        return ((Authentication.Known) answer).caller().subject();
    }
}
