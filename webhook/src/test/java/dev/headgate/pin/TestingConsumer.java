package dev.headgate.pin;

import dev.headgate.admission.Pin;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it is told to serve. */
final class TestingConsumer implements PinConsumer {
    /** {@code 3:sha256:…} for a pin of generation 3, {@code none} for an unpin. */
    final List<String> served = new CopyOnWriteArrayList<>();

    @Override
    public void pin(Pin pin) {
        served.add(pin.version().generation() + ":" + pin.version().digest());
    }

    @Override
    public void unpin() {
        served.add("none");
    }
}
