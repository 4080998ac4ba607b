package dev.headgate.identity;

import dev.headgate.identity.ClusterQuestions.Verdict;
import dev.headgate.policy.Subject;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may see and settle what is not its own: the subjects that the endpoint's configuration names, and in a cluster those
 * whom a SubjectAccessReview lets {@code get} {@code nodepins/quota} (design page 6). A policy names none.
 */
public final class Administrators {
    /** The answers about so many subjects are kept. */
    static final int MAX_REMEMBERED = 1024;

    private static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);
    private static final CompletableFuture<Boolean> NO = CompletableFuture.completedFuture(false);

    private final Set<Subject> configured;
    private final @Nullable Cluster cluster;

    private Administrators(Set<Subject> configured, @Nullable Cluster cluster) {
        this.configured = Set.copyOf(configured);
        this.cluster = cluster;
    }

    /** Only those that the configuration names: a node that stands alone. */
    public static Administrators configured(Set<Subject> subjects) {
        return new Administrators(subjects, null);
    }

    /** Those that the configuration names, and those that the cluster's own authorization lets in. */
    public static Administrators inCluster(
            Set<Subject> subjects, ClusterQuestions questions, ClusterCalls calls, LongSupplier bootNanos) {
        return new Administrators(
                subjects,
                new Cluster(
                        questions, calls, bootNanos, new ApiServerReach(bootNanos), new BoundedMap<>(MAX_REMEMBERED)));
    }

    /**
     * Whether it is one. Without an answer of the API server, new or kept, it is none: an outage makes no administrators.
     */
    CompletableFuture<Boolean> includes(Subject subject) {
        if (configured.contains(subject)) {
            return YES;
        }
        boolean reviewable = subject instanceof Subject.ServiceAccount || subject instanceof Subject.User;
        return cluster == null || !reviewable ? NO : cluster.includes(subject);
    }

    int remembered() {
        return cluster == null ? 0 : cluster.answers.size();
    }

    private record Cluster(
            ClusterQuestions questions,
            ClusterCalls calls,
            LongSupplier bootNanos,
            ApiServerReach reach,
            BoundedMap<Subject, ReviewedAnswer> answers) {

        CompletableFuture<Boolean> includes(Subject subject) {
            ReviewedAnswer answer = answers.getOrMake(subject, _ -> new ReviewedAnswer(reach));
            Supplier<CompletableFuture<Verdict>> question = () -> calls.ask(() -> questions.mayReadQuota(subject));
            long now = bootNanos.getAsLong();
            Verdict atOnce = answer.atOnce(now, question);
            if (atOnce != null) {
                return atOnce == Verdict.YES ? YES : NO;
            }
            return answer.asked(now, question).thenApply(verdict -> verdict == Verdict.YES);
        }
    }
}
