package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.ALICE;
import static dev.headgate.authority.TestingNode.BOB;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.Lease;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.TenantSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact boundary of each limit in each scope, and what a pin that changes limits does (seed 000; design page 2, "Ledger"). */
class ExactLimitsTest {
    private static final int ROOM = 3;

    static Stream<Arguments> everyLimit() {
        List<ScopeKind> scopes = List.of(ScopeKind.NODE, ScopeKind.TENANT, ScopeKind.TRUST_CLASS, ScopeKind.PRINCIPAL);
        return Stream.concat(
                scopes.stream()
                        .flatMap(scope ->
                                Arrays.stream(Dimension.values()).map(dimension -> Arguments.of(scope, dimension))),
                Stream.of(Arguments.of(ScopeKind.QUEUE_CLASS, Dimension.QUEUED)));
    }

    @ParameterizedTest
    @MethodSource("everyLimit")
    void exactlyAsManyAsTheLimitAreAdmittedAndOneMoreIsRefused(ScopeKind scope, Dimension dimension) {
        TestingNode node = new TestingNode(limited(scope, dimension, ROOM * unit(dimension)));
        for (int n = 0; n < ROOM; n++) {
            node.admitted("n" + n);
        }
        List<Quota> before = everything(node);

        assertThat(node.refusal(new TestingRequest("more").build()))
                .isEqualTo(Rejection.limited(Reason.CAPACITY_EXHAUSTED, scope, dimension));
        assertThat(everything(node))
                .as("a refused request leaves the ledger as it was")
                .isEqualTo(before);
        given(node.authority.cancelActivation(RUNTIME, null, "n0"));
        assertThat(node.admitted("more").state()).isEqualTo(PermitState.QUEUED);
    }

    @ParameterizedTest
    @MethodSource("everyLimit")
    void aLimitThatIsOneUnitShortRefusesTheLast(ScopeKind scope, Dimension dimension) {
        TestingNode node = new TestingNode(limited(scope, dimension, ROOM * unit(dimension) - 1));
        for (int n = 0; n < ROOM - 1; n++) {
            node.admitted("n" + n);
        }

        assertThat(node.refusal(new TestingRequest("last").build()))
                .isEqualTo(Rejection.limited(Reason.CAPACITY_EXHAUSTED, scope, dimension));
    }

    @ParameterizedTest
    @MethodSource("everyLimit")
    void aLimitOfZeroGrantsNothingAndIsNotRetryable(ScopeKind scope, Dimension dimension) {
        TestingNode node = new TestingNode(limited(scope, dimension, 0));

        assertThat(node.refusal(new TestingRequest("a").build()))
                .isEqualTo(Rejection.limited(Reason.EXCEEDS_LIMIT, scope, dimension));
        assertThat(Reason.EXCEEDS_LIMIT.retryable()).isFalse();
        assertThat(Reason.CAPACITY_EXHAUSTED.retryable()).isTrue();
    }

    @Test
    void aDemandAboveTheWholeLimitIsNotRetryable() {
        TestingNode node = new TestingNode(limited(ScopeKind.TENANT, Dimension.CPU_FUEL, TestingPolicy.FUEL - 1));

        assertThat(node.refusal(new TestingRequest("a").build()))
                .isEqualTo(Rejection.limited(Reason.EXCEEDS_LIMIT, ScopeKind.TENANT, Dimension.CPU_FUEL));
    }

    @Test
    void everyScopeIsChargedInEveryDimensionLimitedOrNot() {
        TestingNode node = new TestingNode(new TestingPolicy());
        node.admitted("a");

        assertThat(everything(node).stream()
                        .filter(quota -> quota.used() > 0)
                        .map(quota -> quota.scope().spelling() + " " + quota.name() + " "
                                + quota.dimension().spelling() + " " + quota.used()))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                "node node",
                                "tenant acme",
                                "trust-class standard",
                                "queue-class interactive",
                                "cell-class small",
                                "principal ServiceAccount/payments/runtime")
                        .flatMap(scope -> Stream.of(
                                scope + " queued 1",
                                scope + " active 1",
                                scope + " cpu-fuel 1000",
                                scope + " memory-bytes 1000000"))
                        .toList());
    }

    @Test
    void completionReturnsTheWholeReservation() {
        TestingNode node = new TestingNode(new TestingPolicy());
        List<Quota> before = everything(node);
        PermitView permit = node.admitted("a");
        PermitView executing = given(node.authority.start(RUNTIME, permit.permitId(), "x"));
        given(node.authority.complete(
                RUNTIME, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.FUEL_EXHAUSTED)));

        assertThat(everything(node)).isEqualTo(before);
    }

    @Test
    void theLimitOfOnePrincipalIsNotThatOfAnother() {
        TestingNode node = new TestingNode(limited(ScopeKind.PRINCIPAL, Dimension.ACTIVE, 1));
        node.admitted("a");
        node.refusal(new TestingRequest("b").build());

        assertThat(permit(node.authority.admit(ALICE, new TestingRequest("b").build()))
                        .activationId())
                .isEqualTo("b");
    }

    @Test
    void priorityChoosesTheQueueClassAndNothingElse() {
        TestingPolicy policy = new TestingPolicy();
        policy.queueClasses = List.of(new QueueClass("batch", 0, 4, 1), new QueueClass("interactive", 5, 9, 1));
        TestingNode node = new TestingNode(policy);
        TestingRequest low = new TestingRequest("low");
        low.priority = 4;

        assertThat(permit(node.authority.admit(RUNTIME, low.build())).queueClass())
                .isEqualTo("batch");
        assertThat(node.admitted("high").queueClass()).isEqualTo("interactive");
        low.activationId = "more";
        assertThat(node.refusal(low.build()))
                .isEqualTo(Rejection.limited(Reason.CAPACITY_EXHAUSTED, ScopeKind.QUEUE_CLASS, Dimension.QUEUED));
    }

    @Test
    void sumsAtTheEndOfTheRangeAreRefusedAndNeverWrap() {
        TestingPolicy policy = new TestingPolicy();
        HeldLimits unlimited = new HeldLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        policy.nodeLimits = unlimited;
        policy.tenantLimits = unlimited;
        policy.trustLimits = unlimited;
        policy.nodeCeiling = new Budget(10_000, Long.MAX_VALUE, Long.MAX_VALUE);
        policy.capsuleCeiling = policy.nodeCeiling;
        policy.deploymentCeiling = policy.nodeCeiling;
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, Long.MAX_VALUE, 4));
        TestingNode node = new TestingNode(policy);
        node.admitted("all");

        assertThat(node.refusal(new TestingRequest("more").budget(-1, 1, 1).build()))
                .isEqualTo(Rejection.limited(Reason.CAPACITY_EXHAUSTED, ScopeKind.NODE, Dimension.CPU_FUEL));
        assertThat(node.used(Dimension.CPU_FUEL)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLoweredLimitEvictsNothingAndAdmitsNothingUntilItHasDrained() {
        TestingPolicy policy = new TestingPolicy();
        TestingNode node = new TestingNode(policy);
        node.admitted("1");
        node.admitted("2");
        policy.generation = 2;
        policy.tenantLimits = new HeldLimits(1, 100, 1_000_000, 1_000_000_000);
        node.authority.pin(policy.pin());

        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(2);
        assertThat(node.refusal(new TestingRequest("3").build()).scope()).isEqualTo(ScopeKind.TENANT);
        given(node.authority.cancelActivation(RUNTIME, null, "1"));
        assertThat(node.refusal(new TestingRequest("3").build()).scope()).isEqualTo(ScopeKind.TENANT);
        given(node.authority.cancelActivation(RUNTIME, null, "2"));
        assertThat(node.admitted("3").revision().generation()).isEqualTo(2);
    }

    @Test
    void aTenantThatThePolicyNoLongerNamesAdmitsNothingStaysCountedAndIsReleasedByItsCharges() {
        TestingPolicy policy = new TestingPolicy();
        TestingNode node = new TestingNode(policy);
        PermitView permit = node.admitted("a");
        policy.withAcme = false;
        node.authority.pin(policy.pin());

        assertThat(node.refusal(new TestingRequest("b").build()).reason()).isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
        assertThat(given(node.authority.quota(ADMINISTRATOR, "acme")))
                .contains(new Quota(ScopeKind.TENANT, "acme", Dimension.ACTIVE, 1, null));
        PermitView executing = given(node.authority.start(RUNTIME, permit.permitId(), "x"));
        given(node.authority.complete(
                RUNTIME, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
        assertThat(given(node.authority.quota(ADMINISTRATOR, "acme"))).isEmpty();
        assertThat(node.used(Dimension.ACTIVE)).isZero();
    }

    @Test
    void aPrincipalLimitThatComesLaterMeetsTrueUse() {
        TestingPolicy policy = new TestingPolicy();
        TestingNode node = new TestingNode(policy);
        node.admitted("1");
        node.authority.pin(limited(ScopeKind.PRINCIPAL, Dimension.ACTIVE, 1).pin());

        assertThat(node.refusal(new TestingRequest("2").build()).scope()).isEqualTo(ScopeKind.PRINCIPAL);
    }

    @Test
    void queuedPermitsThatAreDueGiveTheirRoomToTheNextAdmission() {
        TestingPolicy policy = limited(ScopeKind.TENANT, Dimension.ACTIVE, 1);
        policy.lease = new Lease(50, 30_000, 5_000);
        TestingNode node = new TestingNode(policy);
        node.admitted("1");
        node.clock.advanceMillis(50);
        node.refusal(new TestingRequest("2").build());
        node.clock.advanceNanos(1);

        assertThat(node.admitted("2").state()).isEqualTo(PermitState.QUEUED);
    }

    @Test
    void oneTurnExpiresABoundedNumber() {
        TestingPolicy policy = new TestingPolicy();
        policy.lease = new Lease(50, 30_000, 5_000);
        policy.feasibility = new Feasibility(0, 0, 0);
        TestingNode node = new TestingNode(policy);
        for (int n = 0; n < 300; n++) {
            node.admitted("n" + n);
        }
        node.clock.advanceMillis(51);

        assertThat(node.authority.applyDue()).isTrue();
        assertThat(node.authority.applyDue()).isFalse();
        assertThat(node.authority.permits(PermitState.SETTLED)).isEqualTo(300);
    }

    @Test
    void quotasAreForAdministrators() {
        TestingNode node = new TestingNode(new TestingPolicy());

        assertThat(refused(node.authority.quota(BOB, null)).reason()).isEqualTo(Reason.ADMINISTRATOR_REQUIRED);
        assertThat(refused(node.authority.pins(BOB)).reason()).isEqualTo(Reason.ADMINISTRATOR_REQUIRED);
        assertThat(given(node.authority.pins(ADMINISTRATOR)))
                .extracting(AdmissionAuthority.PinRecord::generation)
                .containsExactly(1L);
    }

    private static long unit(Dimension dimension) {
        return switch (dimension) {
            case QUEUED, ACTIVE -> 1;
            case CPU_FUEL -> TestingPolicy.FUEL;
            case MEMORY_BYTES -> TestingPolicy.MEMORY;
        };
    }

    private static TestingPolicy limited(ScopeKind scope, Dimension dimension, long limit) {
        TestingPolicy policy = new TestingPolicy();
        Consumer<HeldLimits> into = switch (scope) {
            case NODE -> limits -> policy.nodeLimits = limits;
            case TENANT -> limits -> policy.tenantLimits = limits;
            case TRUST_CLASS -> limits -> policy.trustLimits = limits;
            case PRINCIPAL ->
                limits -> policy.subjects = List.of(
                        new TenantSubject(TestingPolicy.RUNTIME, "payments", Delegation.ON_BEHALF_OF, limits),
                        new TenantSubject(TestingPolicy.ALICE, null, Delegation.NONE, HeldLimits.UNDECLARED));
            case QUEUE_CLASS ->
                limits -> policy.queueClasses = List.of(
                        new QueueClass("batch", 0, 4, 1_000_000), new QueueClass("interactive", 5, 9, limits.queued()));
            case CELL_CLASS -> throw new AssertionError("a cell class has no limit");
        };
        HeldLimits wide = TestingPolicy.wide();
        into.accept(
                switch (dimension) {
                    case QUEUED -> new HeldLimits(wide.active(), limit, wide.cpuFuel(), wide.memoryBytes());
                    case ACTIVE -> new HeldLimits(limit, wide.queued(), wide.cpuFuel(), wide.memoryBytes());
                    case CPU_FUEL -> new HeldLimits(wide.active(), wide.queued(), limit, wide.memoryBytes());
                    case MEMORY_BYTES -> new HeldLimits(wide.active(), wide.queued(), wide.cpuFuel(), limit);
                });
        return policy;
    }

    private static List<Quota> everything(TestingNode node) {
        List<Quota> all = new ArrayList<>(node.authority.usage());
        all.addAll(given(node.authority.quota(ADMINISTRATOR, "acme")));
        return all;
    }
}
