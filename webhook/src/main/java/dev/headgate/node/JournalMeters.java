package dev.headgate.node;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What the journal tells Prometheus (design page 13, "Metrics"). */
final class JournalMeters {
    private final MeterRegistry registry;
    private final Timer sync;
    private final Counter errors;

    JournalMeters(MeterRegistry registry) {
        this.registry = registry;
        sync = Timer.builder("headgate.journal.sync.duration")
                .description("Time to write what was pending and to put it on stable storage")
                .serviceLevelObjectives(
                        Duration.ofNanos(250_000),
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2))
                .register(registry);
        errors = Counter.builder("headgate.journal.errors")
                .description("Writes and syncs of the journal that failed")
                .register(registry);
    }

    void synced(long nanos) {
        sync.record(nanos, TimeUnit.NANOSECONDS);
    }

    void failed() {
        errors.increment();
    }

    /** Shows the room that a journal takes. */
    void follow(LongSupplier bytes) {
        Gauge.builder("headgate.journal.size.bytes", bytes, LongSupplier::getAsLong)
                .description("Room that the journal takes on the disk")
                .register(registry);
    }

    void recovered(long nanos, int permits) {
        Gauge.builder("headgate.recovery.duration.seconds", () -> nanos / 1e9)
                .description("How long the last recovery took")
                .register(registry);
        Gauge.builder("headgate.recovery.permits", () -> permits)
                .description("Permits that the last recovery found, finished ones included")
                .register(registry);
    }
}
