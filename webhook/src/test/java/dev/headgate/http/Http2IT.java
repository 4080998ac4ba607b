package dev.headgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HTTP/2 by prior knowledge, frame by frame (design page 7, "Bad input"). */
class Http2IT {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static TestingServer server;

    @BeforeAll
    static void start() {
        server = new TestingServer(
                List.of(new Listener.Plain("127.0.0.1", 0)), options -> options.withTimes(700, 120, 60));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .put((byte) (payload.length >> 8))
                .put((byte) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** A header block of literals without indexing, which needs no state. */
    private static byte[] block(String... namesAndValues) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.write(0);
            for (String text : List.of(namesAndValues[i], namesAndValues[i + 1])) {
                block.write(text.length());
                block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return block.toByteArray();
    }

    private static byte[] get(String path) {
        return block(":method", "GET", ":scheme", "http", ":path", path, ":authority", "localhost");
    }

    private static RawConnection opened() {
        return new RawConnection(server.port()).send(PREFACE).send(frame(SETTINGS, 0, 0));
    }

    private static boolean has(int type, byte[] frames) {
        return count(type, frames) > 0;
    }

    /** How many frames of a type are among the bytes of frames. */
    private static int count(int type, byte[] frames) {
        int count = 0;
        ByteBuffer left = ByteBuffer.wrap(frames);
        while (left.remaining() >= 9) {
            int length = (left.get() & 0xff) << 16 | (left.get() & 0xff) << 8 | (left.get() & 0xff);
            int seen = left.get();
            left.position(Math.min(left.limit(), left.position() + 5 + length));
            if (seen == type) {
                count++;
            }
        }
        return count;
    }

    /** Sends until the other side has had enough. */
    private static byte[] flood(RawConnection connection, byte[]... frames) {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            batch.writeBytes(frame);
        }
        try {
            connection.send(batch.toByteArray());
        } catch (UncheckedIOException _) {
            // It closed while we were sending, which is what is wanted.
        }
        return connection.untilClosed();
    }

    @Test
    void aRequestIsServedByPriorKnowledge() {
        try (RawConnection connection = opened()) {
            byte[] goAway = frame(GOAWAY, 0, 0, new byte[8]);
            connection.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, get("/livez")));

            assertThat(has(DATA, connection.frame(DATA))).isTrue();
            connection.send(goAway);
        }
    }

    @Test
    void theSettingsAllow512StreamsAndBoundHeaders() {
        try (RawConnection connection = opened()) {
            ByteBuffer settings = ByteBuffer.wrap(connection.frame(SETTINGS)).position(9);
            Map<Integer, Integer> values = new HashMap<>();
            while (settings.remaining() >= 6) {
                values.put((int) settings.getShort(), settings.getInt());
            }

            assertThat(values).containsEntry(3, 512).containsEntry(6, 8_192);
        }
    }

    @Test
    void rapidResetsCloseTheConnection() {
        byte[][] frames = new byte[2_000][];
        for (int i = 0; i < frames.length; i += 2) {
            frames[i] = frame(HEADERS, END_STREAM | END_HEADERS, i + 1, get("/livez"));
            frames[i + 1] = frame(RST_STREAM, 0, i + 1, new byte[] {0, 0, 0, 8});
        }
        try (RawConnection connection = opened()) {
            // It is closed, or this would wait in vain; and not after all of them were served.
            assertThat(count(HEADERS, flood(connection, frames))).isLessThan(1_000);
        }
    }

    @Test
    void aFloodOfContinuationsClosesTheConnection() {
        byte[][] frames = new byte[5_000][];
        frames[0] = frame(HEADERS, 0, 1, get("/livez"));
        for (int i = 1; i < frames.length; i++) {
            frames[i] = frame(CONTINUATION, 0, 1);
        }
        try (RawConnection connection = opened()) {
            assertThat(has(HEADERS, flood(connection, frames))).isFalse();
        }
    }

    @Test
    void aBodyThatStallsEndsItsStreamOnly() {
        try (RawConnection connection = opened()) {
            connection.send(frame(
                    HEADERS,
                    END_HEADERS,
                    1,
                    block(
                            ":method",
                            "POST",
                            ":scheme",
                            "http",
                            ":path",
                            "/v1/admissions",
                            ":authority",
                            "localhost",
                            "content-type",
                            "application/json")));

            assertThat(has(RST_STREAM, connection.frame(RST_STREAM))).isTrue();
            connection.send(frame(HEADERS, END_STREAM | END_HEADERS, 3, get("/livez")));
            assertThat(has(DATA, connection.frame(DATA))).isTrue();
        }
    }

    @Test
    void anUnknownAuthorityIs421() {
        try (RawConnection connection = opened()) {
            connection.send(frame(
                    HEADERS,
                    END_STREAM | END_HEADERS,
                    1,
                    block(":method", "GET", ":scheme", "http", ":path", "/livez", ":authority", "attacker.example")));

            assertThat(new String(connection.frame(DATA), StandardCharsets.UTF_8))
                    .contains("\"status\":421");
        }
    }

    @Test
    void aRequestWithoutAuthorityIs400() {
        try (RawConnection connection = opened()) {
            connection.send(frame(
                    HEADERS,
                    END_STREAM | END_HEADERS,
                    1,
                    block(":method", "GET", ":scheme", "http", ":path", "/livez")));

            assertThat(new String(connection.frame(DATA), StandardCharsets.UTF_8))
                    .contains("\"status\":400");
        }
    }
}
