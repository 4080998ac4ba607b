package dev.headgate.pressure;

import dev.headgate.admission.NodeLoad;
import dev.headgate.policy.LoadSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What is known of the load of this node, published for decisions to read without waiting. It listens to one source, the one
 * that the pinned policy names; a change of source forgets what the other one said.
 */
public final class LoadState {
    private static final NodeLoad UNAVAILABLE = new NodeLoad.Unavailable();

    private final AtomicReference<State> state = new AtomicReference<>(new State(LoadSource.NODE, UNAVAILABLE));

    /** The last word of the source in force. */
    public NodeLoad current() {
        return state.get().load;
    }

    /** The source in force; {@link LoadSource#NODE} before anything is pinned. */
    public LoadSource source() {
        return state.get().source;
    }

    /** Listens to another source from now on; the same one again changes nothing. */
    public void follow(LoadSource source) {
        state.updateAndGet(before -> before.source == source ? before : new State(source, UNAVAILABLE));
    }

    /** What a source says; ignored unless it is the one in force. */
    void publish(LoadSource source, NodeLoad load) {
        state.updateAndGet(before -> before.source == source ? new State(source, load) : before);
    }

    private record State(LoadSource source, NodeLoad load) {}
}
