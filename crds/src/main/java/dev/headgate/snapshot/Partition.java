package dev.headgate.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Cuts sorted entries into parts of at most {@link #MAX_BYTES}. A cut goes where, among the places that make a part neither
 * too small nor too large, the hash of the next key is lowest. So cuts depend on keys nearby and on nothing else: after an
 * insertion they soon fall where they fell before, and parts far from a change stay the same bytes (content-defined
 * chunking, with entries in place of bytes).
 */
final class Partition {
    /** The most UTF-8 bytes of a part (design page 5): a watch of larger objects is what melts API servers. */
    static final int MAX_BYTES = 50_000;
    /** Below this no part is cut: many small objects cost more than a few larger ones. */
    private static final int MIN_BYTES = 20_000;

    private Partition() {}

    private record Entry(String text, int bytes, long hash) {}

    static List<String> of(SortedMap<String, String> entries) {
        var list = new ArrayList<Entry>(entries.size());
        entries.forEach((key, value) -> {
            String text = CanonicalText.quoted(key) + ":" + value;
            // One more for the comma, or for a brace.
            list.add(new Entry(text, text.getBytes(StandardCharsets.UTF_8).length + 1, hash(key)));
        });
        var parts = new ArrayList<String>();
        int start = 0;
        while (start < list.size()) {
            int end = end(list, start);
            parts.add(write(list.subList(start, end)));
            start = end;
        }
        return parts;
    }

    /** The index after the last entry of the part that begins at {@code start}. */
    private static int end(List<Entry> list, int start) {
        int bytes = 1;
        int best = -1;
        for (int i = start; i < list.size(); i++) {
            if (i > start && bytes >= MIN_BYTES && isLower(list, i, best)) {
                best = i;
            }
            if (i > start && bytes + list.get(i).bytes > MAX_BYTES) {
                return best < 0 ? i : best;
            }
            bytes += list.get(i).bytes;
        }
        return list.size();
    }

    private static boolean isLower(List<Entry> list, int i, int best) {
        return best < 0 || Long.compareUnsigned(list.get(i).hash, list.get(best).hash) < 0;
    }

    private static String write(List<Entry> entries) {
        var part = new StringBuilder("{");
        for (Entry entry : entries) {
            if (part.length() > 1) {
                part.append(',');
            }
            part.append(entry.text);
        }
        return part.append('}').toString();
    }

    private static long hash(String key) {
        return ByteBuffer.wrap(Digests.bytes(key)).getLong();
    }
}
