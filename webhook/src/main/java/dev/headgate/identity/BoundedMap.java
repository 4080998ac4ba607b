package dev.headgate.identity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map of at most so many entries; the one that was used longest ago makes room. Safe for many threads. */
final class BoundedMap<K, V> {
    private final Map<K, V> entries;

    BoundedMap(int maxEntries) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxEntries;
            }
        };
    }

    synchronized @Nullable V get(K key) {
        return entries.get(key);
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }

    synchronized V getOrMake(K key, Function<K, V> make) {
        return entries.computeIfAbsent(key, make);
    }

    synchronized void remove(K key) {
        entries.remove(key);
    }

    synchronized int size() {
        return entries.size();
    }
}
