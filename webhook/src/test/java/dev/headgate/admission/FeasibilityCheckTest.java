package dev.headgate.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.policy.CellClass;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Feasibility;
import org.junit.jupiter.api.Test;

/** Step 15e and the arithmetic of deadlines, at their edges. */
class FeasibilityCheckTest {
    private static final long MILLI = 1_000_000L;
    private static final Feasibility ESTIMATES = new Feasibility(100, 20, 5);

    private static PinnedCell cell(Feasibility feasibility) {
        return PinnedCell.of(TestingPolicy.cell(CellClassName.SMALL, 1, 4), feasibility);
    }

    private static boolean feasible(Feasibility estimates, int usable, long live, long observed, long remaining) {
        return FeasibilityCheck.of(estimates, cell(estimates), usable, live, observed, remaining)
                == Verdict.Passed.PASSED;
    }

    @Test
    void whatIsLeftMustBeMoreThanWhatIsRequired() {
        assertThat(feasible(ESTIMATES, 4, 0, 0, 25 * MILLI)).isFalse();
        assertThat(feasible(ESTIMATES, 4, 0, 0, 25 * MILLI + 1)).isTrue();
    }

    @Test
    void theQueueIsCountedInWholeRounds() {
        assertThat(feasible(ESTIMATES, 4, 7, 0, 125 * MILLI + 1)).isTrue();
        assertThat(feasible(ESTIMATES, 4, 8, 0, 125 * MILLI + 1)).isFalse();
        assertThat(feasible(ESTIMATES, 4, 8, 0, 225 * MILLI + 1)).isTrue();
    }

    @Test
    void theLongerOfEstimateAndObservationCounts() {
        assertThat(feasible(ESTIMATES, 4, 4, 99 * MILLI, 125 * MILLI + 1)).isTrue();
        assertThat(feasible(ESTIMATES, 4, 4, 101 * MILLI, 125 * MILLI + 1)).isFalse();
    }

    @Test
    void withoutAUsableCellNothingIsFeasible() {
        assertThat(feasible(new Feasibility(0, 0, 0), 0, 0, 0, Long.MAX_VALUE)).isFalse();
    }

    @Test
    void anOverflowRejects() {
        long most = Long.MAX_VALUE;
        assertThat(feasible(new Feasibility(most, 0, 0), 1, 2, 0, most)).isFalse();
        assertThat(feasible(new Feasibility(most / 2, 0, 0), 1, 1, 0, most)).isFalse();
        assertThat(feasible(new Feasibility(0, most, most), 1, 0, 0, most)).isFalse();
        assertThat(feasible(new Feasibility(0, most / 2, 0), 1, 0, 0, most)).isFalse();
        assertThat(feasible(new Feasibility(0, 1, 0), 1, 0, most, most)).isFalse();
    }

    @Test
    void aCellClassMayHaveAServiceTimeOfItsOwn() {
        CellClass general = TestingPolicy.cell(CellClassName.SMALL, 1, 4);
        CellClass own = new CellClass(
                general.name(),
                general.memoryBytes(),
                general.parallelism(),
                general.threadingModels(),
                general.stateModels(),
                general.features(),
                general.backends(),
                general.maxCallDepth(),
                0);

        assertThat(PinnedCell.of(general, ESTIMATES).serviceTimeMillis()).isEqualTo(100);
        assertThat(PinnedCell.of(own, ESTIMATES).serviceTimeMillis()).isZero();
    }

    @Test
    void anAbsoluteDeadlineIsBoundToTheBootClockAtArrival() {
        assertThat(DeadlineCheck.bind(1_500, 1_000, 7)).isEqualTo(7 + 500 * MILLI);
        assertThat(DeadlineCheck.bind(900, 1_000, 7)).isEqualTo(7 - 100 * MILLI);
        assertThat(DeadlineCheck.bind(AdmissionRequest.NO_DEADLINE, 1_000, 7)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void deadlinesOutOfRangeStayAtItsEndAndNeverWrap() {
        assertThat(DeadlineCheck.bind(Long.MAX_VALUE - 1, 1_000, 7)).isEqualTo(Long.MAX_VALUE);
        assertThat(DeadlineCheck.bind(Long.MAX_VALUE - 1, -5, 7)).isEqualTo(Long.MAX_VALUE);
        assertThat(DeadlineCheck.bind(Long.MIN_VALUE, 1_000, 7)).isNegative();
        assertThat(DeadlineCheck.bind(Long.MIN_VALUE, 1_000, -1)).isEqualTo(Long.MIN_VALUE);
        assertThat(DeadlineCheck.nanos(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(DeadlineCheck.nanos(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(DeadlineCheck.nanos(Long.MAX_VALUE / MILLI)).isEqualTo(Long.MAX_VALUE / MILLI * MILLI);
        assertThat(DeadlineCheck.nanos(Long.MAX_VALUE / MILLI + 1)).isEqualTo(Long.MAX_VALUE);
    }
}
