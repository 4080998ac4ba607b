package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Profile;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.ThreadingModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Step 13, several profiles, and what is observed of cells. */
class CellChoiceTest {
    private final TestingPolicy policy = new TestingPolicy();
    private final TestingRequest request = new TestingRequest("a");

    private Rejection refusal() {
        return new TestingNode(policy).refusal(request.build());
    }

    private static Profile needing(
            Backend backend, ThreadingModel threading, StateModel state, List<String> features, int depth) {
        return new Profile(
                "p",
                HeldLimits.NONE,
                HeldLimits.NONE,
                backend,
                threading,
                state,
                features,
                depth,
                List.of(CellClassName.SMALL, CellClassName.STANDARD),
                null,
                null,
                ExecutionBound.NONE);
    }

    @Test
    void aProfileThatNoCellClassSupportsIsAnUnsupportedRequirement() {
        assertThat(List.of(
                        needing(Backend.PROCESS, ThreadingModel.SINGLE, StateModel.STATELESS, List.of(), 1),
                        needing(Backend.WASM, ThreadingModel.MULTI, StateModel.STATELESS, List.of(), 1),
                        needing(Backend.WASM, ThreadingModel.SINGLE, StateModel.STATEFUL, List.of(), 1),
                        needing(Backend.WASM, ThreadingModel.SINGLE, StateModel.STATELESS, List.of("gpu"), 1),
                        needing(Backend.WASM, ThreadingModel.SINGLE, StateModel.STATELESS, List.of("simd"), 17)))
                .allSatisfy(profile -> {
                    policy.profiles = List.of(profile);
                    assertThat(refusal().reason()).isEqualTo(Reason.UNSUPPORTED_EXECUTION_REQUIREMENT);
                });
    }

    @Test
    void supportAtTheExactCallDepthIsEnough() {
        policy.profiles =
                List.of(needing(Backend.WASM, ThreadingModel.SINGLE, StateModel.STATELESS, List.of("simd"), 16));

        assertThat(new TestingNode(policy).admitted("a").obligations().maxCallDepth())
                .isEqualTo(16);
    }

    @Test
    void cellClassesMustBePermittedByTenantAndByTrustClass() {
        policy.tenantCells = List.of(CellClassName.SMALL);
        policy.trustCells = List.of(CellClassName.STANDARD);

        assertThat(refusal().reason()).isEqualTo(Reason.CELL_CLASS_NOT_AUTHORIZED);
    }

    @Test
    void extraLargeNeedsThePermissionOfBoth() {
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.EXTRA_LARGE, 512_000_000, 4));
        policy.profiles = List.of(
                TestingPolicy.profile("p", HeldLimits.NONE, HeldLimits.NONE, List.of(CellClassName.EXTRA_LARGE)));
        policy.tenantCells = List.of(CellClassName.EXTRA_LARGE);
        assertThat(refusal().reason()).isEqualTo(Reason.CELL_CLASS_NOT_AUTHORIZED);
        policy.trustCells = List.of(CellClassName.EXTRA_LARGE);

        assertThat(new TestingNode(policy).admitted("a").cellClass()).isEqualTo(CellClassName.EXTRA_LARGE);
    }

    @Test
    void theSmallestCellThatHoldsTheGrantIsTaken() {
        policy.cellClasses = List.of(
                TestingPolicy.cell(CellClassName.SMALL, 1_000, 4),
                TestingPolicy.cell(CellClassName.STANDARD, 2_000, 4));
        policy.capsuleCeiling = new Budget(10_000, 1_000, 2_001);
        policy.deploymentCeiling = policy.capsuleCeiling;
        TestingNode node = new TestingNode(policy);

        assertThat(node.authority.admit(RUNTIME, sized("1", 1_000)))
                .satisfies(answer -> assertThat(permit(answer).cellClass()).isEqualTo(CellClassName.SMALL));
        assertThat(permit(node.authority.admit(RUNTIME, sized("2", 1_001))).cellClass())
                .isEqualTo(CellClassName.STANDARD);
        assertThat(node.refusal(sized("3", 2_001)).reason()).isEqualTo(Reason.NO_COMPATIBLE_CELL);
    }

    @Test
    void ofCellsWithEqualMemoryTheFixedOrderDecides() {
        policy.cellClasses = List.of(
                TestingPolicy.cell(CellClassName.SMALL, 1_000_000, 4),
                TestingPolicy.cell(CellClassName.STANDARD, 1_000_000, 4));

        assertThat(new TestingNode(policy).admitted("a").cellClass()).isEqualTo(CellClassName.SMALL);
    }

    @Test
    void aSmallerCellOfALaterNameIsTakenFirst() {
        policy.cellClasses = List.of(
                TestingPolicy.cell(CellClassName.SMALL, 3_000_000, 4),
                TestingPolicy.cell(CellClassName.STANDARD, 2_000_000, 4));

        assertThat(new TestingNode(policy).admitted("a").cellClass()).isEqualTo(CellClassName.STANDARD);
    }

    @Test
    void theFirstProfileThatPassesIsRecordedWithAllItsObligations() {
        policy.profiles = List.of(
                needing(Backend.PROCESS, ThreadingModel.SINGLE, StateModel.STATELESS, List.of(), 1),
                TestingPolicy.profile("second", 10, 2_000),
                TestingPolicy.profile("third"));
        PermitView permit = new TestingNode(policy).admitted("a");

        assertThat(permit.profile()).isEqualTo("second");
        assertThat(permit.budget()).isEqualTo(new Budget(10_000, 10, 2_000));
        assertThat(permit.obligations())
                .isEqualTo(new PermitView.Obligations(
                        Backend.WASM,
                        ThreadingModel.SINGLE,
                        StateModel.STATELESS,
                        List.of("simd"),
                        8,
                        5,
                        100,
                        "local",
                        "payments.v1/authorize",
                        TestingPolicy.BOUND));
    }

    @Test
    void aCheaperProfileIsTakenWhereTheFirstDoesNotFit() {
        policy.tenantLimits = new HeldLimits(10, 10, 1_500, 1_000_000_000);
        policy.profiles = List.of(TestingPolicy.profile("rich"), TestingPolicy.profile("frugal", 500, 1_000));
        TestingNode node = new TestingNode(policy);

        assertThat(List.of(node.admitted("1").profile(), node.admitted("2").profile()))
                .containsExactly("rich", "frugal");
    }

    @Test
    void theAnswerIsThatOfTheProfileThatGotFurthest() {
        policy.tenantLimits = new HeldLimits(10, 10, 400, 1_000_000_000);
        policy.profiles = List.of(
                needing(Backend.PROCESS, ThreadingModel.SINGLE, StateModel.STATELESS, List.of(), 1),
                TestingPolicy.profile("rich"),
                TestingPolicy.profile("too-large", HeldLimits.NONE, HeldLimits.NONE, List.of(CellClassName.LARGE)));

        assertThat(refusal()).isEqualTo(Rejection.limited(Reason.EXCEEDS_LIMIT, ScopeKind.TENANT, Dimension.CPU_FUEL));
    }

    @Test
    void onATieTheEarlierProfileAnswers() {
        policy.tenantLimits = new HeldLimits(10, 10, 1_100, 1_000_000_000);
        policy.profiles =
                List.of(TestingPolicy.profile("rich"), TestingPolicy.profile("other", 2_000, HeldLimits.NONE));
        policy.capsuleCeiling = new Budget(10_000, 2_000, 1_000);
        policy.deploymentCeiling = policy.capsuleCeiling;
        policy.profiles = List.of(
                TestingPolicy.profile("fits-never", 2_000, HeldLimits.NONE),
                TestingPolicy.profile("fits-later", 200, HeldLimits.NONE));
        TestingNode node = new TestingNode(policy);
        request.budget(-1, -1, -1);
        for (int n = 0; n < 5; n++) {
            node.admitted("n" + n);
        }

        assertThat(node.refusal(request.build()))
                .isEqualTo(Rejection.limited(Reason.EXCEEDS_LIMIT, ScopeKind.TENANT, Dimension.CPU_FUEL));
    }

    @Test
    void aProfileWithACeilingOfZeroIsInfeasible() {
        policy.profiles = List.of(TestingPolicy.profile("nothing", 0, HeldLimits.NONE));

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.cpuFuel"));
    }

    @Test
    void reportedParallelismLowersAndNeverRaisesWhatIsConfigured() {
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, 128_000_000, 2));
        TestingNode node = new TestingNode(policy);
        node.admitted("1");
        request.deadlineUnixMillis = node.clock.unixMillis() + 60;
        node.load = cells(node, 0, 1);
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        node.load = cells(node, 0, 0);
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        node.load = null;
        node.admitted("2");
        node.load = cells(node, 0, 1_000);

        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
    }

    @Test
    void aReportedQueueDelayCountsWhereItIsLonger() {
        TestingNode node = new TestingNode(policy);
        request.deadlineUnixMillis = node.clock.unixMillis() + 525;
        node.load = cells(node, 500, 4);
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        node.load = cells(node, 499, 4);

        assertThat(permit(node.authority.admit(RUNTIME, request.build())).activationId())
                .isEqualTo("a");
    }

    @Test
    void theMeasuredDelayOfTheTenantsQueueCountsForThirtySeconds() {
        policy.feasibility = new Feasibility(0, 0, 0);
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, 128_000_000, 1));
        TestingNode node = new TestingNode(policy);
        String first = node.admitted("first").permitId();
        String second = node.admitted("second").permitId();
        given(node.authority.start(RUNTIME, first, "x"));
        node.clock.advanceMillis(4_000);
        given(node.authority.start(RUNTIME, second, "y"));
        request.deadlineUnixMillis = node.clock.unixMillis() + 1_000;
        node.admitted("queued");
        // One start while the cell was free counts as zero, one after four seconds: the mean is two.
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        node.load = cells(node, 0, 1);
        assertThat(node.refusal(request.build()).reason())
                .as("a report of less does not hide what was measured")
                .isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        given(node.authority.cancelActivation(RUNTIME, null, "queued"));

        assertThat(permit(node.authority.admit(RUNTIME, request.build())).activationId())
                .as("with nothing queued the delay is zero")
                .isEqualTo("a");
    }

    private static NodeLoad cells(TestingNode node, long delayMillis, int usable) {
        return new NodeLoad.Observed(
                node.clock.bootNanos(),
                100,
                100,
                Map.of(CellClassName.SMALL, new NodeLoad.CellLoad(delayMillis, usable)));
    }

    private static AdmissionRequest sized(String activationId, long memoryBytes) {
        return new TestingRequest(activationId).budget(-1, -1, memoryBytes).build();
    }
}
