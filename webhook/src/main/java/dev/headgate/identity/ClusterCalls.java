package dev.headgate.identity;

import dev.headgate.identity.ClusterQuestions.Verdict;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of the API server on behalf of callers: at most {@link #MAX_CONCURRENT} at once, {@link #MAX_QUEUED} waiting, each
 * answered within {@link #DEADLINE_MILLIS} of being asked. What does not fit is {@link Verdict#UNAVAILABLE}.
 */
public final class ClusterCalls implements AutoCloseable {
    /** Calls under way at once. */
    static final int MAX_CONCURRENT = 8;
    /** Calls that wait for one of those. */
    static final int MAX_QUEUED = 256;
    /** From asking to an answer, waiting included. */
    static final long DEADLINE_MILLIS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCalls.class);

    private final ThreadPoolExecutor threads;

    public ClusterCalls() {
        threads = new ThreadPoolExecutor(
                MAX_CONCURRENT,
                MAX_CONCURRENT,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_QUEUED),
                Thread.ofPlatform().daemon().name("headgate-identity-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Asks; completes in time and never fails. */
    CompletableFuture<Verdict> ask(Supplier<Verdict> question) {
        return run(question, Verdict.UNAVAILABLE);
    }

    /** Makes a call; whatever goes wrong, and whatever comes too late, is {@code otherwise}. */
    <T> CompletableFuture<T> run(Supplier<T> call, T otherwise) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                if (!answer.isDone()) {
                    answer.complete(call(call, otherwise));
                }
            });
        } catch (RejectedExecutionException _) {
            return CompletableFuture.completedFuture(otherwise);
        }
        return answer.completeOnTimeout(otherwise, DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static <T> T call(Supplier<T> call, T otherwise) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            // The message may quote what was sent; the class alone says enough.
            LOG.warn(
                    "A call of the API server failed, kind={}",
                    failure.getClass().getSimpleName());
            return otherwise;
        }
    }

    /** Lets the calls under way end in their time; keys that were fetched are then on the disk. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(DEADLINE_MILLIS, TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException _) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
