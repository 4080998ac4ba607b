package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Pin;
import dev.headgate.admission.Reason;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.admission.Selection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.PlacementRules;
import dev.headgate.policy.QueueClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of several checks that fail the earlier answers; and what one pin means to a decision. */
class DecisionOrderTest {

    /** Everything is wrong at first; each mend brings the next check of the table to speak. */
    @Test
    void theFirstFailingCheckDecidesTheAnswer() {
        TestingPolicy policy = new TestingPolicy();
        TestingRequest request = new TestingRequest("a b");
        TestingNode node = new TestingNode(policy);
        List<Reason> reasons = new ArrayList<>();
        List<Runnable> mends = everythingWrong(policy, request, node);
        for (Runnable mend : mends) {
            node.authority.pin(policy.pin());
            reasons.add(node.refusal(request.build()).reason());
            mend.run();
        }
        node.authority.pin(policy.pin());

        assertThat(reasons)
                .containsExactly(
                        Reason.IDENTIFIER_MALFORMED,
                        Reason.METADATA_ENTRIES_EXCEEDED,
                        Reason.METADATA_BYTES_EXCEEDED,
                        Reason.PRINCIPAL_NOT_AUTHORIZED,
                        Reason.REVISION_NOT_AVAILABLE,
                        Reason.PLACEMENT_NOT_COMPATIBLE,
                        Reason.PAYLOAD_TOO_LARGE,
                        Reason.PRIORITY_NOT_AUTHORIZED,
                        Reason.TRUST_CLASS_NOT_AUTHORIZED,
                        Reason.BUDGET_DIMENSION_UNSUPPORTED,
                        Reason.BUDGET_INFEASIBLE,
                        Reason.UNSUPPORTED_EXECUTION_REQUIREMENT,
                        Reason.CELL_CLASS_NOT_AUTHORIZED,
                        Reason.NO_COMPATIBLE_CELL,
                        Reason.LOAD_UNAVAILABLE,
                        Reason.ACTIVATION_ID_UNAVAILABLE,
                        Reason.DEADLINE_EXCEEDED,
                        Reason.EXCEEDS_LIMIT,
                        Reason.QUEUE_DEADLINE_INFEASIBLE);
        assertThat(permit(node.authority.admit(RUNTIME, request.build())).activationId())
                .isEqualTo("fresh");
    }

    private static List<Runnable> everythingWrong(TestingPolicy policy, TestingRequest request, TestingNode node) {
        node.admitted("live");
        request.attributes = Map.of("one", "1", "two", "2");
        policy.attributeLimits = new AttributeLimits(1, 1);
        request.tenant = "nobody";
        request.selection = new Selection.Target("nothing", "default", "payments.v1", "authorize", null);
        policy.placementRules = new PlacementRules(List.of("arm64"), List.of(), List.of());
        request.payloadBytes = Long.MAX_VALUE;
        request.priority = Integer.MAX_VALUE;
        policy.tenantTrust = List.of();
        request.budget = new RequestedBudget(-1, 0, -1, 1, 0, 0, 0, 0);
        policy.profiles =
                List.of(TestingPolicy.profile("p", HeldLimits.NONE, HeldLimits.NONE, List.of(CellClassName.LARGE)));
        policy.tenantCells = List.of();
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, TestingPolicy.MEMORY - 1, 4));
        node.load = new NodeLoad.Unavailable();
        request.deadlineUnixMillis = node.clock.unixMillis() - 1;
        policy.nodeLimits = new HeldLimits(0, 0, 0, 0);
        return List.of(
                () -> request.activationId = "live",
                () -> policy.attributeLimits = new AttributeLimits(2, 1),
                () -> policy.attributeLimits = new AttributeLimits(2, 100),
                () -> request.tenant = "acme",
                () -> request.selection = TestingPolicy.target(null),
                () -> policy.placementRules = new PlacementRules(List.of(), List.of(), List.of()),
                () -> request.payloadBytes = 1,
                () -> request.priority = 5,
                () -> policy.tenantTrust = List.of("standard"),
                () -> request.budget = new RequestedBudget(-1, 0, -1, 0, 0, 0, 0, 0),
                () -> request.budget = RequestedBudget.UNSPECIFIED,
                () -> policy.profiles = List.of(TestingPolicy.profile("p")),
                () -> policy.tenantCells = List.of(CellClassName.SMALL),
                () -> policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, TestingPolicy.MEMORY, 4)),
                () -> node.load = null,
                () -> request.activationId = "fresh",
                () -> request.deadlineUnixMillis = node.clock.unixMillis() + 1,
                () -> policy.nodeLimits = TestingPolicy.wide(),
                () -> request.deadlineUnixMillis = node.clock.unixMillis() + 10_000);
    }

    @Test
    void scopesAndDimensionsAnswerInTheOrderOfTheTable() {
        TestingPolicy policy = new TestingPolicy();
        HeldLimits zero = new HeldLimits(0, 0, 0, 0);
        policy.nodeLimits = zero;
        policy.tenantLimits = zero;
        policy.trustLimits = zero;
        policy.queueClasses = List.of(new QueueClass("all", 0, 9, 0));
        List<String> limits = new ArrayList<>();
        List<Runnable> mends = List.of(
                () -> policy.nodeLimits = new HeldLimits(0, 9, 0, 0),
                () -> policy.nodeLimits = new HeldLimits(9, 9, 0, 0),
                () -> policy.nodeLimits = new HeldLimits(9, 9, 9_000, 0),
                () -> policy.nodeLimits = TestingPolicy.wide(),
                () -> policy.tenantLimits = TestingPolicy.wide(),
                () -> policy.trustLimits = TestingPolicy.wide());
        TestingNode node = new TestingNode(policy);
        for (Runnable mend : mends) {
            node.authority.pin(policy.pin());
            limits.add(limit(node));
            mend.run();
        }
        node.authority.pin(policy.pin());
        limits.add(limit(node));

        assertThat(limits)
                .containsExactly(
                        ScopeKind.NODE + " " + Dimension.QUEUED,
                        ScopeKind.NODE + " " + Dimension.ACTIVE,
                        ScopeKind.NODE + " " + Dimension.CPU_FUEL,
                        ScopeKind.NODE + " " + Dimension.MEMORY_BYTES,
                        ScopeKind.TENANT + " " + Dimension.QUEUED,
                        ScopeKind.TRUST_CLASS + " " + Dimension.QUEUED,
                        ScopeKind.QUEUE_CLASS + " " + Dimension.QUEUED);
    }

    private static String limit(TestingNode node) {
        var rejection = node.refusal(new TestingRequest("a").build());
        return rejection.scope() + " " + rejection.dimension();
    }

    @Test
    void resolutionAndAdmissionAgreeOnOnePin() {
        TestingNode node = new TestingNode(new TestingPolicy());
        RevisionTuple tuple = given(
                node.authority.resolve(RUNTIME, new ResolutionRequest("acme", TestingPolicy.target("key"), Map.of())));
        TestingRequest request = new TestingRequest("a");
        request.selection = new Selection.Presented(tuple, Map.of());

        assertThat(permit(node.authority.admit(RUNTIME, request.build())).revision())
                .isEqualTo(tuple);
    }

    @Test
    void aResolutionRunsTheChecksOfFormCallerAndRevision() {
        TestingNode node = new TestingNode(new TestingPolicy());

        assertThat(refused(node.authority.resolve(
                                RUNTIME, new ResolutionRequest(" ", TestingPolicy.target(null), Map.of())))
                        .reason())
                .isEqualTo(Reason.IDENTIFIER_MALFORMED);
        assertThat(refused(node.authority.resolve(
                                TestingNode.BOB, new ResolutionRequest("acme", TestingPolicy.target(null), Map.of())))
                        .reason())
                .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @Test
    void aNewerPinRejectsTheOldGeneration() {
        TestingPolicy policy = new TestingPolicy();
        TestingNode node = new TestingNode(policy);
        policy.generation = 2;
        policy.digest = "sha256:" + "c3".repeat(32);
        node.authority.pin(policy.pin());
        TestingRequest request = new TestingRequest("a");
        request.selection = new Selection.Presented(TestingPolicy.tuple(), Map.of());

        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.REVISION_NOT_AVAILABLE);
    }

    @Test
    void aPinHeldAcrossAReplacementStillServesTheOldPolicy() {
        TestingPolicy policy = new TestingPolicy();
        Pin held = policy.pin();
        policy.withAcme = false;
        policy.generation = 2;
        TestingNode replaced = new TestingNode(policy);
        replaced.refusal(new TestingRequest("a").build());
        replaced.authority.pin(held);

        assertThat(replaced.admitted("a").revision()).isEqualTo(TestingPolicy.tuple());
    }

    @Test
    void forgedAttributesOfARevisionChangeNothingAndComeBackToNobody() {
        TestingNode node = new TestingNode(new TestingPolicy());
        TestingRequest honest = new TestingRequest("a");
        honest.selection = new Selection.Presented(TestingPolicy.tuple(), Map.of());
        PermitView first = permit(node.authority.admit(RUNTIME, honest.build()));
        given(node.authority.cancel(RUNTIME, first.permitId()));
        honest.selection = new Selection.Presented(
                TestingPolicy.tuple(), Map.of("cellClass", "extra-large", "priority", "9", "memory", "1Ti"));
        PermitView forged = permit(node.authority.admit(RUNTIME, honest.build()));

        assertThat(forged)
                .usingRecursiveComparison()
                .ignoringFields("permitId", "fencingToken")
                .isEqualTo(first);
        assertThat(forged.toString()).doesNotContain("extra-large", "1Ti");
    }

    @Test
    void aRejectionNamesNobody() {
        TestingPolicy policy = new TestingPolicy();
        policy.tenantLimits = new HeldLimits(1, 1, 1_000_000, 1_000_000_000);
        policy.capsuleCeiling = new Budget(10_000, 777, TestingPolicy.MEMORY);
        TestingNode node = new TestingNode(policy);
        node.admitted("secret-activation");
        TestingRequest request = new TestingRequest("another-secret");
        request.attributes = Map.of("secret-key", "secret-value");

        assertThat(node.refusal(request.build()).toString())
                .doesNotContain("secret", "acme", "runtime", "payments", "777");
    }
}
