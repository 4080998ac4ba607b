package dev.headgate.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes one JSON object into a buffer, with no tree in between. */
final class JsonOutput extends ByteArrayOutputStream {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonOutput(int sizeBytes) {
        super(sizeBytes);
    }

    /** The members of an object. */
    interface Members {
        void write(JsonGenerator out) throws IOException;
    }

    /**
     * Writes an object.
     *
     * @param sizeBytes about how many there will be
     */
    static Buffer object(int sizeBytes, Members members) {
        JsonOutput bytes = new JsonOutput(sizeBytes);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            members.write(out);
            out.writeEndObject();
        } catch (IOException unreachable) {
            throw new UncheckedIOException("writing to an array failed", unreachable);
        }
        // Wrapped, not copied: the array is this answer's alone.
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes.buf, 0, bytes.count));
    }
}
