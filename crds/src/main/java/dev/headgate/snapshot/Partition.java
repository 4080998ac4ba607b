package dev.headgate.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Cuts sorted entries into parts of at most {@link #MAX_BYTES}. Where to cut depends on the keys near the cut and on nothing
 * else, so that parts far from a change stay the same bytes: content-defined chunking, with entries in place of bytes.
 */
final class Partition {
    /** The most UTF-8 bytes of a part (design page 5): a watch of larger objects is what melts API servers. */
    static final int MAX_BYTES = 50_000;
    /** Below this no part is cut: many small objects cost more than a few larger ones. */
    private static final int MIN_BYTES = 36_000;
    /** One key in so many may end a part. */
    private static final int KEYS_PER_CUT = 4;

    private Partition() {}

    static List<String> of(SortedMap<String, String> entries) {
        var parts = new ArrayList<String>();
        var part = new StringBuilder("{");
        int bytes = 2;
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            String text = CanonicalText.quoted(entry.getKey()) + ":" + entry.getValue();
            int length = text.getBytes(StandardCharsets.UTF_8).length + 1;
            if (part.length() > 1
                    && (bytes + length > MAX_BYTES || (bytes >= MIN_BYTES && cutsBefore(entry.getKey())))) {
                parts.add(part.append("}").toString());
                part = new StringBuilder("{");
                bytes = 2;
            }
            if (part.length() > 1) {
                part.append(",");
            }
            part.append(text);
            bytes += length;
        }
        parts.add(part.append("}").toString());
        return parts;
    }

    private static boolean cutsBefore(String key) {
        return Integer.remainderUnsigned(Digests.bytes(key)[0], KEYS_PER_CUT) == 0;
    }
}
