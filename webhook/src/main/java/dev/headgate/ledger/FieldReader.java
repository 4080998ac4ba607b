package dev.headgate.ledger;

import dev.headgate.ledger.LedgerRecordCodec.MalformedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what {@link FieldWriter} wrote, and nothing else: each value has one form, and nothing is left over. */
final class FieldReader {
    private final byte[] bytes;
    private int at;

    FieldReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int int8() throws MalformedRecord {
        if (at == bytes.length) {
            throw new MalformedRecord("ends too early");
        }
        return bytes[at++];
    }

    int int32() throws MalformedRecord {
        long value = int64();
        if (value != (int) value) {
            throw new MalformedRecord("holds a number that is too large");
        }
        return (int) value;
    }

    long int64() throws MalformedRecord {
        long raw = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int next = int8();
            if ((shift == 63 && next > 1) || (shift > 0 && next == 0)) {
                throw new MalformedRecord("holds a number in a form that is not its shortest");
            }
            raw |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new MalformedRecord("holds a number that does not end");
    }

    /** An amount that is held: 0 or more. */
    long amount() throws MalformedRecord {
        long value = int64();
        if (value < 0) {
            throw new MalformedRecord("holds a negative amount");
        }
        return value;
    }

    /** How many entries follow, each at least so many bytes long; never more than the rest of the record can hold. */
    int count(int leastBytesEach) throws MalformedRecord {
        int count = int32();
        if (count < 0 || count > (bytes.length - at) / leastBytesEach) {
            throw new MalformedRecord("counts more than it holds");
        }
        return count;
    }

    boolean flag() throws MalformedRecord {
        int value = int8();
        if (value != 0 && value != 1) {
            throw new MalformedRecord("holds a flag that is neither set nor not");
        }
        return value == 1;
    }

    <E extends Enum<E>> E constant(E[] values) throws MalformedRecord {
        String name = text();
        for (E value : values) {
            if (value.name().equals(name)) {
                return value;
            }
        }
        throw new MalformedRecord("holds a name that this release does not know");
    }

    String text() throws MalformedRecord {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes()))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new MalformedRecord("holds text that is not UTF-8");
        }
    }

    @Nullable String optional() throws MalformedRecord {
        return flag() ? text() : null;
    }

    byte[] bytes() throws MalformedRecord {
        int length = count(1);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    void end() throws MalformedRecord {
        if (at != bytes.length) {
            throw new MalformedRecord("goes on after its end");
        }
    }
}
