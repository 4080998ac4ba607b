package dev.headgate.admission;

/** Lengths in UTF-8, without encoding. */
final class Utf8 {
    private Utf8() {}

    /** Bytes of a text; a lone surrogate counts three. */
    static long bytes(String text) {
        long bytes = text.length();
        int at = 0;
        while (at < text.length()) {
            char unit = text.charAt(at++);
            if (unit >= 0x800) {
                bytes += 2;
                if (Character.isHighSurrogate(unit)
                        && at < text.length()
                        && Character.isLowSurrogate(text.charAt(at))) {
                    // Four bytes for two units.
                    at++;
                }
            } else if (unit >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }
}
