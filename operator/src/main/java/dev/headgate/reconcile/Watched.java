package dev.headgate.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All objects of one kind, as a watch sees them and as this process wrote them.
 *
 * <p>A watch lags behind what was just written. Deciding on the older state would count a change twice, so an answer of the API
 * server to a write stands until the watch has caught up with its resource version.
 */
final class Watched<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watched.class);

    /** Something that wants to know of changes; at least one of the two is there. */
    interface Listener<T> {
        void changed(@Nullable T before, @Nullable T after);
    }

    private final String kind;
    private final SharedIndexInformer<T> informer;
    private final Map<String, T> written = new ConcurrentHashMap<>();

    /**
     * Makes one that does not run yet.
     *
     * @param kind in words, for logs and probes
     */
    Watched(String kind, SharedIndexInformer<T> informer) {
        this.kind = kind;
        this.informer = informer;
        // An API server that is away comes back; whoever gives up on a watch serves stale decisions for ever.
        informer.exceptionHandler((_, failure) -> {
            LOG.atWarn()
                    .setMessage("cannot watch; trying again")
                    .addKeyValue("kind", kind)
                    .addKeyValue("error", failure.toString())
                    .log();
            return true;
        });
    }

    /** Adds a listener; before the start. It is called on the thread of the watch and must return at once. */
    void listen(Listener<T> listener) {
        informer.addEventHandler(new ResourceEventHandler<T>() {
            @Override
            public void onAdd(T after) {
                listener.changed(null, after);
            }

            @Override
            public void onUpdate(T before, T after) {
                listener.changed(before, after);
            }

            @Override
            public void onDelete(T before, boolean stateUnknown) {
                listener.changed(before, null);
            }
        });
    }

    CompletionStage<Void> start() {
        return informer.start();
    }

    String kind() {
        return kind;
    }

    boolean synced() {
        return informer.hasSynced();
    }

    /** One object of cluster scope. */
    @Nullable T get(String name) {
        return get(null, name);
    }

    @Nullable T get(@Nullable String namespace, String name) {
        String key = Cache.namespaceKeyFunc(namespace, name);
        T seen = informer.getStore().getByKey(key);
        T wrote = written.get(key);
        return wrote == null ? seen : newer(key, seen, wrote);
    }

    List<T> all() {
        if (written.isEmpty()) {
            return informer.getStore().list();
        }
        Map<String, T> all = new LinkedHashMap<>();
        informer.getStore().list().forEach(object -> all.put(key(object), object));
        for (var entry : written.entrySet()) {
            T current = newer(entry.getKey(), all.get(entry.getKey()), entry.getValue());
            if (current == null) {
                all.remove(entry.getKey());
            } else {
                all.put(entry.getKey(), current);
            }
        }
        return List.copyOf(all.values());
    }

    /** Takes the API server's answer to a write. */
    void wrote(T object) {
        written.merge(key(object), object, (old, next) -> version(old) > version(next) ? old : next);
    }

    private @Nullable T newer(String key, @Nullable T seen, T wrote) {
        boolean caughtUp = (seen != null && version(seen) >= version(wrote))
                || version(informer.lastSyncResourceVersion()) >= version(wrote);
        if (caughtUp) {
            written.remove(key, wrote);
            return seen;
        }
        return wrote;
    }

    private static String key(HasMetadata object) {
        return Cache.namespaceKeyFunc(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    private static long version(HasMetadata object) {
        return version(object.getMetadata().getResourceVersion());
    }

    /** Resource versions of one kind are ordered numbers, by promise since Kubernetes 1.35 and in fact ever since etcd 3. */
    private static long version(@Nullable String resourceVersion) {
        return resourceVersion == null || resourceVersion.isEmpty() ? 0 : Long.parseLong(resourceVersion);
    }

    @Override
    public void close() {
        informer.stop();
    }
}
