package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.admission.TestingPolicy;
import dev.headgate.authority.TestingNode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners: what they refuse to be, and who is at the other end. */
class ListenersIT {
    @TempDir
    private Path directory;

    private static long ownUserId() throws IOException {
        return ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
    }

    private TestingServer unix(Path path, long overflowUserId) {
        return unix(path, null, overflowUserId);
    }

    private TestingServer unix(Path path, @Nullable String group, long overflowUserId) {
        return new TestingServer(
                new TestingNode(new TestingPolicy()),
                List.of(new Listener.Unix(path, "rw-rw----", group)),
                options -> options,
                overflowUserId);
    }

    private static GroupPrincipal groupOf(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class).group();
    }

    /** A group that this process may give to its files: any for the superuser, else one of its own, another than its files have if it can be. */
    private static String anotherGroup(Path path) throws IOException {
        String own = groupOf(path).getName();
        boolean superuser = ownUserId() == 0;
        List<String> ids = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Groups:"))
                .flatMap(line ->
                        Arrays.stream(line.substring("Groups:".length()).strip().split(" ", -1)))
                .toList();
        return Files.readAllLines(Path.of("/etc/group")).stream()
                .map(line -> line.split(":", -1))
                .filter(entry -> superuser || ids.contains(entry[2]))
                .map(entry -> entry[0])
                .filter(name -> !name.equals(own))
                .findFirst()
                .orElse(own);
    }

    private static String ask(Path path, String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(path));
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(65_536);
            while (channel.read(answer) >= 0) {
                String text = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
                if (text.contains("\r\n\r\n")) {
                    return text;
                }
            }
            return "";
        }
    }

    @Test
    void plainHttpOnAnAddressThatIsNotLoopbackIsRefusedAtStart() {
        assertThatThrownBy(() -> new TestingServer(List.of(new Listener.Plain("0.0.0.0", 0)), options -> options))
                .hasMessageContaining("0.0.0.0")
                .hasMessageContaining("only loopback addresses");
    }

    @Test
    void aPortThatIsTakenIsNamedAtStart() {
        try (TestingServer first = new TestingServer()) {
            assertThatThrownBy(() -> new TestingServer(
                            List.of(new Listener.Plain("127.0.0.1", first.port())), options -> options))
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + first.port() + ": ");
        }
    }

    @Test
    void theUserAtTheOtherEndOfAUnixSocketIsKnown() throws IOException {
        Path path = directory.resolve("node.sock");
        try (TestingServer server = unix(path, Long.MAX_VALUE)) {
            String answer = ask(path, "GET /v1/permits HTTP/1.1\r\nHost: localhost\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 200");
            assertThat(server.authenticator.shown).isNotNull();
            assertThat(server.authenticator.lastShown().unixUserId()).isEqualTo(ownUserId());
        }
    }

    @Test
    void aUnixSocketHasTheModeOfItsConfiguration() throws IOException {
        Path path = directory.resolve("node.sock");
        try (TestingServer _ = unix(path, Long.MAX_VALUE)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-rw----");
        }
    }

    @Test
    void aUnixSocketHasTheGroupOfItsConfiguration() throws IOException {
        Path path = directory.resolve("node.sock");
        String group = anotherGroup(directory);
        try (TestingServer _ = unix(path, group, Long.MAX_VALUE)) {
            assertThat(groupOf(path).getName()).isEqualTo(group);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-rw----");
        }
    }

    @Test
    void aGroupThatDoesNotExistIsNamedAtStart() {
        Path path = directory.resolve("node.sock");

        assertThatThrownBy(() -> unix(path, "no-such-group", Long.MAX_VALUE))
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining("no-such-group");
    }

    @Test
    void theOverflowUserIsRefused() throws IOException {
        Path path = directory.resolve("node.sock");
        try (TestingServer server = unix(path, ownUserId())) {
            String answer;
            try {
                answer = ask(path, "GET /v1/permits HTTP/1.1\r\nHost: localhost\r\n\r\n");
            } catch (IOException _) {
                answer = "";
            }

            assertThat(answer).isEmpty();
            assertThat(server.authenticator.shown).isNull();
        }
    }

    @Test
    void aSocketThatAnEarlierProcessLeftIsReplaced() throws IOException {
        Path path = directory.resolve("node.sock");
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(path));
        }
        try (TestingServer _ = unix(path, Long.MAX_VALUE)) {
            assertThat(ask(path, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aFileThatIsNoSocketIsNotReplaced() throws IOException {
        Path path = Files.writeString(directory.resolve("precious"), "mine");

        assertThatThrownBy(() -> unix(path, Long.MAX_VALUE)).hasMessageContaining("not a socket");
        assertThat(path).hasContent("mine");
    }

    @Test
    void oneConnectionAboveTheBoundIsClosed() {
        try (TestingServer server = new TestingServer(
                        List.of(new Listener.Plain("127.0.0.1", 0)), options -> options.withMaxConnections(1));
                RawConnection first = new RawConnection(server.port());
                RawConnection second = new RawConnection(server.port())) {
            first.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();

            assertThat(second.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .untilClosed())
                    .isEmpty();
            assertThat(first.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 200");
        }
    }
}
