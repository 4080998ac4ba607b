package dev.headgate.ledger;

/**
 * How long permits of one tenant and cell class waited from their grant to their start, over the last 30 seconds: the mean,
 * kept in six slices of five seconds, so its size does not depend on how many started (design page 14, "Waiting and
 * fairness").
 */
final class DelayWindow {
    private static final int SLICES = 6;
    private static final long SLICE_NANOS = 5_000_000_000L;

    private final long[] epochs = new long[SLICES];
    private final long[] sumNanos = new long[SLICES];
    private final long[] starts = new long[SLICES];

    void record(long nowBootNanos, long delayNanos) {
        long epoch = nowBootNanos / SLICE_NANOS;
        int slice = Math.floorMod(epoch, SLICES);
        if (epochs[slice] != epoch) {
            epochs[slice] = epoch;
            sumNanos[slice] = 0;
            starts[slice] = 0;
        }
        // A sum out of range would take 292 years of waiting within one slice; the largest value stands for it.
        long sum = sumNanos[slice] + delayNanos;
        sumNanos[slice] = sum < 0 ? Long.MAX_VALUE : sum;
        starts[slice]++;
    }

    long meanNanos(long nowBootNanos) {
        long epoch = nowBootNanos / SLICE_NANOS;
        long sum = 0;
        long count = 0;
        for (int slice = 0; slice < SLICES; slice++) {
            if (epochs[slice] > epoch - SLICES && epochs[slice] <= epoch) {
                long more = sum + sumNanos[slice];
                sum = more < 0 ? Long.MAX_VALUE : more;
                count += starts[slice];
            }
        }
        return count == 0 ? 0 : sum / count;
    }
}
