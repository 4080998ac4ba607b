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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
        return new TestingServer(
                new TestingNode(new TestingPolicy()),
                List.of(new Listener.Unix(path, "rw-rw----", null)),
                options -> options,
                overflowUserId);
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
                    .hasMessageContaining("cannot listen");
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
