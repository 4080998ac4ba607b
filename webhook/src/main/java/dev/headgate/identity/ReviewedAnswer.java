package dev.headgate.identity;

import dev.headgate.identity.ClusterQuestions.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One question to the API server, with its last answer. An answer is fresh for {@link #FRESH_NANOS}; used in the last quarter
 * of that time it is asked for again beside the request. Requests that need the same answer share one call. While the API
 * server is away the last answer goes on for {@link #KEPT_NANOS}, and nobody waits.
 */
final class ReviewedAnswer {
    /** How long an answer, of either kind, stands by itself. */
    static final long FRESH_NANOS = 60_000_000_000L;
    /** The age from which a use asks for a new answer without waiting for it. */
    static final long REFRESHED_NANOS = 45_000_000_000L;
    /** How long an answer goes on while there is no new one to be had. */
    static final long KEPT_NANOS = 600_000_000_000L;

    private final ApiServerReach reach;
    private Verdict last = Verdict.UNAVAILABLE;
    private long answeredNanos;
    private @Nullable CompletableFuture<Verdict> underWay;

    ReviewedAnswer(ApiServerReach reach) {
        this.reach = reach;
    }

    /** The answer if nobody has to wait for it, or null; begins a refresh where one is due. */
    synchronized @Nullable Verdict atOnce(long nowNanos, Supplier<CompletableFuture<Verdict>> question) {
        long age = nowNanos - answeredNanos;
        boolean known = last != Verdict.UNAVAILABLE;
        if (known && age < FRESH_NANOS) {
            if (age >= REFRESHED_NANOS && reach.mayAsk(nowNanos)) {
                var _ = begin(nowNanos, question);
            }
            return last;
        }
        if (reach.mayAsk(nowNanos)) {
            return null;
        }
        return keptOr(nowNanos);
    }

    /** The answer, new or shared with others that wait; {@link Verdict#UNAVAILABLE} only if there is neither a new nor a kept one. */
    synchronized CompletableFuture<Verdict> asked(long nowNanos, Supplier<CompletableFuture<Verdict>> question) {
        return begin(nowNanos, question);
    }

    private CompletableFuture<Verdict> begin(long nowNanos, Supplier<CompletableFuture<Verdict>> question) {
        if (underWay != null) {
            return underWay;
        }
        CompletableFuture<Verdict> mine = new CompletableFuture<>();
        underWay = mine;
        var _ = question.get().whenComplete((verdict, failure) -> {
            Verdict outcome = failure == null ? verdict : Verdict.UNAVAILABLE;
            mine.complete(settle(nowNanos, outcome));
        });
        return mine;
    }

    /** The age of an answer counts from when it was asked for: what happened since it cannot know. */
    private synchronized Verdict settle(long askedNanos, Verdict outcome) {
        underWay = null;
        reach.heard(outcome);
        if (outcome == Verdict.UNAVAILABLE) {
            return keptOr(askedNanos);
        }
        last = outcome;
        answeredNanos = askedNanos;
        return outcome;
    }

    private Verdict keptOr(long nowNanos) {
        return nowNanos - answeredNanos < KEPT_NANOS ? last : Verdict.UNAVAILABLE;
    }
}
