package dev.headgate.identity;

import dev.headgate.policy.Subject;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster whose answers a test decides, and which counts what it is asked. */
final class TestingClusterQuestions implements ClusterQuestions {
    volatile KeyDocument keys = new KeyDocument.Unavailable("not published");
    volatile Verdict tokens = Verdict.YES;
    volatile CountDownLatch answersAfter = new CountDownLatch(0);
    final Set<Subject> quotaReaders = new HashSet<>();
    final AtomicInteger keyFetches = new AtomicInteger();
    final AtomicInteger reviews = new AtomicInteger();
    final AtomicInteger accessReviews = new AtomicInteger();
    final AtomicInteger reviewsAtOnce = new AtomicInteger();
    final AtomicInteger mostReviewsAtOnce = new AtomicInteger();

    @Override
    public KeyDocument signingKeys() {
        keyFetches.incrementAndGet();
        return keys;
    }

    @Override
    public Verdict tokenStands(String token) {
        reviews.incrementAndGet();
        mostReviewsAtOnce.accumulateAndGet(reviewsAtOnce.incrementAndGet(), Math::max);
        try {
            if (!answersAfter.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody let the review go on");
            }
        } catch (InterruptedException _) {
            return Verdict.UNAVAILABLE;
        } finally {
            reviewsAtOnce.decrementAndGet();
        }
        return tokens;
    }

    @Override
    public Verdict mayReadQuota(Subject subject) {
        accessReviews.incrementAndGet();
        return quotaReaders.contains(subject) ? Verdict.YES : Verdict.NO;
    }
}
