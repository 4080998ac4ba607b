package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.WORKER;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Outcome;
import dev.headgate.policy.HeldLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many callers at once: the exclusion lets through exactly what there is, and no more. */
class LedgerConcurrencyTest {
    private static final int THREADS = 16;

    @Test
    void manyThreadsAreAdmittedExactlyUpToTheLimit() throws Exception {
        TestingPolicy policy = new TestingPolicy();
        policy.tenantLimits = new HeldLimits(97, 97, 1_000_000, 1_000_000_000);
        TestingNode node = new TestingNode(policy);
        List<Long> granted = together(thread -> {
            long count = 0;
            for (int n = 0; n < 50; n++) {
                TestingRequest request = new TestingRequest(thread + "-" + n);
                count += node.authority.admit(RUNTIME, request.build()) instanceof Answer.Given<Admitted> ? 1 : 0;
            }
            return count;
        });

        assertThat(granted.stream().mapToLong(Long::longValue).sum()).isEqualTo(97);
        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(97);
    }

    @Test
    void oneActivationIdIsGrantedOnceAndStartedOnceHoweverManyTry() throws Exception {
        TestingNode node = new TestingNode(new TestingPolicy());
        List<Long> granted = together(_ -> {
            TestingRequest request = new TestingRequest("same");
            return node.authority.admit(RUNTIME, request.build()) instanceof Answer.Given<Admitted> ? 1L : 0L;
        });
        String permit = node.authority.list(RUNTIME, new AdmissionAuthority.PermitQuery(null, "same", null, 10, null))
                        instanceof Answer.Given<AdmissionAuthority.Page>(AdmissionAuthority.Page page, long _)
                ? page.permits().getFirst().permitId()
                : "none";
        List<Long> started = together(
                thread -> node.authority.start(WORKER, permit, "executor-" + thread) instanceof Answer.Given<PermitView>
                        ? 1L
                        : 0L);

        assertThat(granted.stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
        assertThat(started.stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
    }

    @Test
    void wholeLivesInParallelLeaveNothingBehind() throws Exception {
        TestingNode node = new TestingNode(new TestingPolicy());
        together(thread -> {
            for (int n = 0; n < 500; n++) {
                PermitView permit = permit(node.authority.admit(RUNTIME, new TestingRequest(thread + "-" + n).build()));
                PermitView executing = given(node.authority.start(WORKER, permit.permitId(), "x" + thread));
                given(node.authority.complete(
                        WORKER, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
            }
            return 0L;
        });

        assertThat(node.authority.usage())
                .allSatisfy(quota -> assertThat(quota.used()).isZero());
    }

    private interface Work {
        long by(int thread);
    }

    private static List<Long> together(Work work) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Long>> calls = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                calls.add(() -> {
                    barrier.await();
                    return work.by(number);
                });
            }
            List<Long> results = new ArrayList<>();
            for (Future<Long> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
            return results;
        }
    }
}
