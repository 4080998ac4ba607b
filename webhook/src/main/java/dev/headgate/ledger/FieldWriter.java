package dev.headgate.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a record, one after the other; whole numbers in seven bits a byte, since most are small. */
final class FieldWriter {
    private byte[] bytes = new byte[512];
    private int length;

    void int8(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void int32(int value) {
        int64(value);
    }

    void int64(long value) {
        reserve(10);
        // Zigzag, so that small negative numbers are small too.
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void flag(boolean value) {
        int8(value ? 1 : 0);
    }

    /** By its name in the source, which therefore is part of the format. */
    void constant(Enum<?> value) {
        text(value.name());
    }

    void text(String value) {
        bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    void optional(@Nullable String value) {
        flag(value != null);
        if (value != null) {
            text(value);
        }
    }

    void bytes(byte[] value) {
        int64(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
