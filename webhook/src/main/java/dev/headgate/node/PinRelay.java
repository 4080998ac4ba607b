package dev.headgate.node;

import dev.headgate.admission.Pin;
import dev.headgate.pin.PinConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is pinned until there is somebody to serve it: which durability the node has depends on the first policy, and the
 * ledger that serves it on the durability.
 */
final class PinRelay implements PinConsumer {
    private final Consumer<@Nullable Pin> follower;
    private @Nullable PinConsumer attached;
    private @Nullable Pin pinned;

    /**
     * A relay that nobody is attached to.
     *
     * @param follower told of each pin before anybody serves it; null when nothing is served
     */
    PinRelay(Consumer<@Nullable Pin> follower) {
        this.follower = follower;
    }

    @Override
    public synchronized void pin(Pin pin) {
        follower.accept(pin);
        pinned = pin;
        PinConsumer to = attached;
        if (to != null) {
            to.pin(pin);
        }
    }

    @Override
    public synchronized void unpin() {
        follower.accept(null);
        pinned = null;
        PinConsumer to = attached;
        if (to != null) {
            to.unpin();
        }
    }

    /** What is pinned, or null. */
    synchronized @Nullable Pin pinned() {
        return pinned;
    }

    /** Hands what is pinned, and what will be, to somebody. */
    synchronized void attach(PinConsumer consumer) {
        attached = consumer;
        Pin current = pinned;
        if (current != null) {
            consumer.pin(current);
        }
    }
}
