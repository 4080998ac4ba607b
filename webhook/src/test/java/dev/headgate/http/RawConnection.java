package dev.headgate.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A TCP connection on which a test says exactly what it wants, and hears exactly what comes back. */
final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    RawConnection(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RawConnection send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawConnection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** One answer with its body. */
    String answer() {
        try {
            StringBuilder text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                text.append((char) next());
            }
            int length = text.toString()
                    .lines()
                    .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
                    .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                    .findFirst()
                    .orElse(0);
            for (int i = 0; i < length; i++) {
                text.append((char) next());
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int next() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new IOException("closed before the end of an answer");
        }
        return next;
    }

    /** The next frame of HTTP/2 of a type, with its head; those before it are let go. */
    byte[] frame(int type) {
        try {
            while (true) {
                byte[] head = in.readNBytes(9);
                if (head.length < 9) {
                    throw new IOException("closed before a frame of type " + type);
                }
                int length = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
                byte[] payload = in.readNBytes(length);
                if (head[3] == type && (type != 4 || (head[4] & 1) == 0)) {
                    byte[] frame = Arrays.copyOf(head, 9 + length);
                    System.arraycopy(payload, 0, frame, 9, length);
                    return frame;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What comes until the other side closes; it is an error if it does not. */
    byte[] untilClosed() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                all.write(next);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (IOException _) {
            // A reset closes too.
        }
        return all.toByteArray();
    }

    /** The status line of the one answer that comes before the other side closes. */
    String onlyStatus() {
        String all = new String(untilClosed(), StandardCharsets.ISO_8859_1);
        int answers = all.split("HTTP/1\\.[01] ", -1).length - 1;
        if (answers != 1) {
            throw new AssertionError(answers + " answers: " + all);
        }
        return all.substring(0, all.indexOf("\r\n"));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
