package dev.headgate.pin;

import dev.headgate.admission.Pin;

/** Who serves what is pinned. Each call swaps in one step; calls come from one thread at a time. */
public interface PinConsumer {
    /** Serve this from the next decision on. */
    void pin(Pin pin);

    /** Serve nothing: an assignment without a target. */
    void unpin();
}
