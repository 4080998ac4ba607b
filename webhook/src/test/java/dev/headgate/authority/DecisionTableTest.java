package dev.headgate.authority;

import static dev.headgate.admission.RequestedBudget.ABSENT;
import static dev.headgate.authority.TestingNode.BOB;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.caller;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static dev.headgate.authority.TestingNode.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Caller;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Placement;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.admission.Selection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.PlacementRules;
import dev.headgate.policy.Subject;
import dev.headgate.policy.TenantSubject;
import dev.headgate.policy.WeightedRevision;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the table of design page 2, and of the failure table of seed 000, one by one. */
class DecisionTableTest {
    private final TestingPolicy policy = new TestingPolicy();
    private final TestingRequest request = new TestingRequest("a");

    private Rejection refusal() {
        return new TestingNode(policy).refusal(request.build());
    }

    private Rejection refusalWith(NodeLoad load) {
        TestingNode node = new TestingNode(policy);
        node.load = load;
        return node.refusal(request.build());
    }

    // 2
    @Test
    void withoutAPinNothingIsAdmittedOrResolved() {
        TestingClock clock = new TestingClock();
        LedgerAuthority unpinned = new LedgerAuthority(clock, 1, NodeLoad.Unavailable::new);

        assertThat(refused(unpinned.admit(RUNTIME, request.build())).reason()).isEqualTo(Reason.POLICY_NOT_PINNED);
    }

    @Test
    void aNodeThatShutsDownRefusesAdmissionsAndServesTheRest() {
        TestingNode node = new TestingNode(policy);
        PermitView permit = node.admitted("held");
        node.authority.shutDown();

        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.SHUTTING_DOWN);
        assertThat(given(node.authority.start(RUNTIME, permit.permitId(), "x")).executorId())
                .isEqualTo("x");
    }

    // 5
    @Test
    void anEmptyIdentifierIsRefusedWithItsField() {
        request.activationId = "";

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.IDENTIFIER_EMPTY, "activationId"));
    }

    @Test
    void anIdentifierIsBoundedInBytesNotCharacters() {
        request.activationId = "é".repeat(32);
        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .activationId())
                .isEqualTo("é".repeat(32));
        request.activationId = "é".repeat(32) + "a";

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.IDENTIFIER_TOO_LONG, "activationId"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a b", "a\tb", "a\u0000b", "a\u007fb", "a\u00a0b", "a\u2028b", "a\u0085b", "a\ud800b", "\udc00"})
    void whiteSpaceControlsAndLoneSurrogatesAreMalformed(String name) {
        request.activationId = name;

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.IDENTIFIER_MALFORMED, "activationId"));
    }

    @Test
    void everyNameOfARequestIsChecked() {
        request.tenant = " ";
        assertThat(refusal().field()).isEqualTo("tenant");
        request.tenant = "acme";
        request.onBehalfOf = "";
        assertThat(refusal().field()).isEqualTo("onBehalfOf");
        request.onBehalfOf = null;
        request.selection = new Selection.Target("", "default", "payments.v1", "authorize", null);
        assertThat(refusal().field()).isEqualTo("target.service");
        request.selection = new Selection.Target("payments", "", "payments.v1", "authorize", null);
        assertThat(refusal().field()).isEqualTo("target.route");
        request.selection = new Selection.Target("payments", "default", "", "authorize", null);
        assertThat(refusal().field()).isEqualTo("target.contract");
        request.selection = new Selection.Target("payments", "default", "payments.v1", "", null);
        assertThat(refusal().field()).isEqualTo("target.function");
        request.selection = TestingPolicy.target("a b");
        assertThat(refusal().field()).isEqualTo("routingKey");
    }

    @Test
    void everyNameOfAPresentedTupleIsChecked() {
        RevisionTuple good = TestingPolicy.tuple();
        String digest = good.digest();
        assertThat(fieldOf(new RevisionTuple("", "s", "r", "c", "f", "v", "w", 1, digest)))
                .isEqualTo("revision.tenant");
        assertThat(fieldOf(new RevisionTuple("acme", "", "r", "c", "f", "v", "w", 1, digest)))
                .isEqualTo("revision.service");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "", "c", "f", "v", "w", 1, digest)))
                .isEqualTo("revision.route");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "r", "", "f", "v", "w", 1, digest)))
                .isEqualTo("revision.contract");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "r", "c", "", "v", "w", 1, digest)))
                .isEqualTo("revision.function");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "r", "c", "f", "", "w", 1, digest)))
                .isEqualTo("revision.revision");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "r", "c", "f", "v", "", 1, digest)))
                .isEqualTo("revision.release");
        assertThat(fieldOf(new RevisionTuple("acme", "s", "r", "c", "f", "v", "w", 1, " ")))
                .isEqualTo("revision.digest");
    }

    private @Nullable String fieldOf(RevisionTuple tuple) {
        request.selection = presented(tuple);
        return refusal().field();
    }

    @Test
    void generatedIdentitiesHaveAnAllowanceOfTheirOwn() {
        RevisionTuple good = TestingPolicy.tuple();
        request.selection = presented(with(good, "r".repeat(128), good.release()));
        assertThat(refusal().reason()).isEqualTo(Reason.REVISION_NOT_AVAILABLE);
        request.selection = presented(with(good, "r".repeat(129), good.release()));
        assertThat(refusal()).isEqualTo(Rejection.of(Reason.IDENTIFIER_TOO_LONG, "revision.revision"));
        request.selection = presented(with(good, "r1", "r".repeat(129)));

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.IDENTIFIER_TOO_LONG, "revision.release"));
    }

    // 6
    @Test
    void entriesOfClaimsRequestAndPresentedRevisionCountTogether() {
        policy.attributeLimits = new AttributeLimits(3, 1_000);
        Caller claiming = new Caller(TestingPolicy.RUNTIME, false, Map.of("claim", "1"));
        request.attributes = Map.of("attribute", "1");
        request.selection = new Selection.Presented(TestingPolicy.tuple(), Map.of("forged", "1"));
        TestingNode node = new TestingNode(policy);
        permit(node.authority.admit(claiming, request.build()));
        request.activationId = "b";
        request.attributes = Map.of("attribute", "1", "one-more", "1");

        assertThat(refused(node.authority.admit(claiming, request.build())).reason())
                .isEqualTo(Reason.METADATA_ENTRIES_EXCEEDED);
    }

    @Test
    void bytesOfMetadataAreCountedInUtf8AndEqualityIsAccepted() {
        policy.attributeLimits = new AttributeLimits(8, 5);
        request.attributes = Map.of("ké", "é");
        permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()));
        request.attributes = Map.of("ké", "é1");

        assertThat(refusal().reason()).isEqualTo(Reason.METADATA_BYTES_EXCEEDED);
    }

    @Test
    void bytesOfClaimsRequestAndPresentedRevisionCountTogether() {
        policy.attributeLimits = new AttributeLimits(8, 6);
        Caller claiming = new Caller(TestingPolicy.RUNTIME, false, Map.of("c", "1"));
        request.attributes = Map.of("a", "1");
        request.selection = new Selection.Presented(TestingPolicy.tuple(), Map.of("p", "1"));
        TestingNode node = new TestingNode(policy);
        permit(node.authority.admit(claiming, request.build()));
        request.activationId = "b";
        request.selection = new Selection.Presented(TestingPolicy.tuple(), Map.of("p", "12"));
        assertThat(refused(node.authority.admit(claiming, request.build())).reason())
                .isEqualTo(Reason.METADATA_BYTES_EXCEEDED);
        request.selection = presented(TestingPolicy.tuple());
        request.attributes = Map.of("a", "1234");

        assertThat(refused(node.authority.admit(claiming, request.build())).reason())
                .isEqualTo(Reason.METADATA_BYTES_EXCEEDED);
    }

    // 7
    @Test
    void anUnknownTenantAndATenantOfOthersGetTheSameAnswer() {
        request.tenant = "nobody";
        Rejection unknown = refusal();
        request.tenant = "other";

        assertThat(refusal()).isEqualTo(unknown).isEqualTo(Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED));
    }

    @Test
    void aSubjectOfAnotherKindOrNamespaceWithTheSameNameIsSomebodyElse() {
        TestingNode node = new TestingNode(policy);

        assertThat(List.of(
                        new Subject.User("runtime"),
                        new Subject.ServiceAccount("payments2", "runtime"),
                        new Subject.StaticToken("alice")))
                .allSatisfy(subject -> assertThat(refused(node.authority.admit(caller(subject), request.build()))
                                .reason())
                        .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED));
    }

    @Test
    void anEmptyListOfSubjectsDenies() {
        policy.subjects = List.of();

        assertThat(refusal().reason()).isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @Test
    void claimsAndAttributesGrantNothing() {
        Caller claiming = new Caller(TestingPolicy.BOB, false, Map.of("tenant", "acme", "groups", "admins"));
        request.attributes = Map.of("tenant", "acme", "priority", "9");

        assertThat(refused(new TestingNode(policy).authority.admit(claiming, request.build()))
                        .reason())
                .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"system:anonymous", ""})
    void anonymousIsRefusedEvenWhereAPolicyListsIt(String name) {
        Subject anonymous = new Subject.User(name);
        policy.subjects = List.of(new TenantSubject(anonymous, null, Delegation.NONE, HeldLimits.UNDECLARED));

        assertThat(refused(new TestingNode(policy).authority.admit(caller(anonymous), request.build()))
                        .reason())
                .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @Test
    void aServicePrincipalNeedsAServiceIdentity() {
        Subject workload = new Subject.SpiffeId("spiffe://example.org/runtime");
        policy.subjects = List.of(
                new TenantSubject(TestingPolicy.RUNTIME, null, Delegation.NONE, HeldLimits.UNDECLARED),
                new TenantSubject(workload, "", Delegation.NONE, HeldLimits.UNDECLARED));

        assertThat(refusal().reason()).isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
        assertThat(refused(new TestingNode(policy).authority.admit(caller(workload), request.build()))
                        .reason())
                .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @Test
    void onlyADelegateNamesAnEndUserAndThePermitRecordsIt() {
        request.onBehalfOf = "team-a/user-9";
        TestingNode node = new TestingNode(policy);

        assertThat(permit(node.authority.admit(RUNTIME, request.build())).onBehalfOf())
                .isEqualTo("team-a/user-9");
        assertThat(refused(node.authority.admit(TestingNode.ALICE, request.build()))
                        .reason())
                .isEqualTo(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    @Test
    void theTenantMayBeLeftOutOnlyWhereThereIsOne() {
        request.tenant = null;
        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .revision()
                        .tenant())
                .isEqualTo("acme");
        policy.otherSubjects = policy.subjects;

        assertThat(refusal()).isEqualTo(Rejection.of(Reason.TENANT_REQUIRED, "tenant"));
    }

    // 8
    @Test
    void aTargetThatThePinDoesNotServeIsNotAvailable() {
        assertThat(List.of(
                        new Selection.Target("nothing", "default", "payments.v1", "authorize", null),
                        new Selection.Target("payments", "nothing", "payments.v1", "authorize", null),
                        new Selection.Target("payments", "default", "payments.v2", "authorize", null),
                        new Selection.Target("payments", "default", "payments.v1", "nothing", null)))
                .allSatisfy(target -> {
                    request.selection = target;
                    assertThat(refusal().reason()).isEqualTo(Reason.REVISION_NOT_AVAILABLE);
                });
    }

    @Test
    void everyFieldOfAPresentedTupleMustEqualWhatThePinHolds() {
        RevisionTuple t = TestingPolicy.tuple();
        String x = "x";
        assertThat(List.of(
                        new RevisionTuple(
                                "other",
                                t.service(),
                                t.route(),
                                t.contract(),
                                t.function(),
                                t.revision(),
                                t.release(),
                                1,
                                t.digest()),
                        new RevisionTuple(
                                t.tenant(),
                                x,
                                t.route(),
                                t.contract(),
                                t.function(),
                                t.revision(),
                                t.release(),
                                1,
                                t.digest()),
                        new RevisionTuple(
                                t.tenant(),
                                t.service(),
                                x,
                                t.contract(),
                                t.function(),
                                t.revision(),
                                t.release(),
                                1,
                                t.digest()),
                        new RevisionTuple(
                                t.tenant(),
                                t.service(),
                                t.route(),
                                x,
                                t.function(),
                                t.revision(),
                                t.release(),
                                1,
                                t.digest()),
                        new RevisionTuple(
                                t.tenant(),
                                t.service(),
                                t.route(),
                                t.contract(),
                                x,
                                t.revision(),
                                t.release(),
                                1,
                                t.digest()),
                        with(t, x, t.release()),
                        with(t, t.revision(), x),
                        new RevisionTuple(
                                t.tenant(),
                                t.service(),
                                t.route(),
                                t.contract(),
                                t.function(),
                                t.revision(),
                                t.release(),
                                2,
                                t.digest()),
                        new RevisionTuple(
                                t.tenant(),
                                t.service(),
                                t.route(),
                                t.contract(),
                                t.function(),
                                t.revision(),
                                t.release(),
                                1,
                                x)))
                .allSatisfy(tuple -> {
                    request.selection = presented(tuple);
                    assertThat(refusal().reason()).isEqualTo(Reason.REVISION_NOT_AVAILABLE);
                });
    }

    @Test
    void aPresentedTupleIsNeverReselected() {
        policy.weights = List.of(new WeightedRevision("r0", 1_000_000), new WeightedRevision("r1", 0));
        request.selection = presented(TestingPolicy.tuple());

        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .revision())
                .isEqualTo(TestingPolicy.tuple());
    }

    // 9
    @Test
    void aRevisionRunsOnlyWhereItsRestrictionsAllow() {
        assertThat(List.of(
                        new PlacementRules(List.of("arm64"), List.of(), List.of()),
                        new PlacementRules(List.of(), List.of("us-1"), List.of()),
                        new PlacementRules(List.of(), List.of(), List.of("eu-1b"))))
                .allSatisfy(rules -> {
                    policy.placementRules = rules;
                    assertThat(refusal().reason()).isEqualTo(Reason.PLACEMENT_NOT_COMPATIBLE);
                });
        policy.placementRules = new PlacementRules(List.of("amd64"), List.of("eu-1"), List.of("eu-1a"));

        assertThat(new TestingNode(policy).admitted("a").activationId()).isEqualTo("a");
    }

    @Test
    void anUnknownPlacementSatisfiesNoRestriction() {
        policy.placementRules = new PlacementRules(List.of(), List.of("", "eu-1"), List.of());
        policy.placement = new Placement("amd64", "", "");

        assertThat(refusal().reason()).isEqualTo(Reason.PLACEMENT_NOT_COMPATIBLE);
    }

    // 10
    @Test
    void aPayloadMayBeAsLargeAsTheCeilings() {
        request.payloadBytes = policy.tenantMaxPayload;
        permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()));
        request.payloadBytes++;
        assertThat(refusal()).isEqualTo(Rejection.limited(Reason.PAYLOAD_TOO_LARGE, ScopeKind.TENANT, null));
        request.payloadBytes = policy.nodeMaxPayload + 1;

        assertThat(refusal()).isEqualTo(Rejection.limited(Reason.PAYLOAD_TOO_LARGE, ScopeKind.NODE, null));
        assertThat(Reason.PAYLOAD_TOO_LARGE.retryable()).isFalse();
    }

    // 11
    @Test
    void aPriorityMayBeAsHighAsTheCeilings() {
        request.priority = policy.tenantMaxPriority;
        permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()));
        request.priority++;
        assertThat(refusal()).isEqualTo(Rejection.limited(Reason.PRIORITY_NOT_AUTHORIZED, ScopeKind.TENANT, null));
        request.priority = policy.nodeMaxPriority + 1;

        assertThat(refusal()).isEqualTo(Rejection.limited(Reason.PRIORITY_NOT_AUTHORIZED, ScopeKind.NODE, null));
    }

    @Test
    void theTrustClassOfTheRevisionMustBePermittedToTheTenant() {
        policy.tenantTrust = List.of("internal");

        assertThat(refusal().reason()).isEqualTo(Reason.TRUST_CLASS_NOT_AUTHORIZED);
    }

    // 12
    @Test
    void dimensionsOfLaterPhasesMustBeAbsentOrZero() {
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 0, 0, 0, 0, 0);
        permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()));
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 1, 0, 0, 0, 0);
        assertThat(refusal()).isEqualTo(Rejection.of(Reason.BUDGET_DIMENSION_UNSUPPORTED, "budget.hostCalls"));
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 0, 1, 0, 0, 0);
        assertThat(refusal().field()).isEqualTo("budget.networkBytes");
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 0, 0, 1, 0, 0);
        assertThat(refusal().field()).isEqualTo("budget.storageBytes");
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 0, 0, 0, 1, 0);
        assertThat(refusal().field()).isEqualTo("budget.childActivations");
        request.budget = new RequestedBudget(ABSENT, ABSENT, ABSENT, 0, 0, 0, 0, 1);

        assertThat(refusal().field()).isEqualTo("budget.acceleratorTime");
    }

    @Test
    void aZeroBudgetIsInfeasibleAndNotRetryable() {
        request.budget(ABSENT, 0, ABSENT);
        assertThat(refusal()).isEqualTo(Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.cpuFuel"));
        request.budget(ABSENT, ABSENT, 0);
        assertThat(refusal()).isEqualTo(Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.memory"));
        request.budget(0, ABSENT, ABSENT);
        assertThat(refusal()).isEqualTo(Rejection.of(Reason.BUDGET_INFEASIBLE, "budget.wallTime"));
        assertThat(Reason.BUDGET_INFEASIBLE.retryable()).isFalse();
    }

    @Test
    void theGrantIsTheLeastOfRequestCapsuleDeploymentNodeAndProfile() {
        policy.nodeCeiling = new Budget(9_000, 900, 9_000);
        policy.capsuleCeiling = new Budget(8_000, 1_000, 10_000);
        policy.deploymentCeiling = new Budget(10_000, 800, 10_000);
        policy.profiles = List.of(TestingPolicy.profile("p", HeldLimits.NONE, 7_000));
        assertThat(new TestingNode(policy).admitted("a").budget()).isEqualTo(new Budget(8_000, 800, 7_000));
        request.budget(5_000, 500, 600);

        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .budget())
                .isEqualTo(new Budget(5_000, 500, 600));
    }

    // 14
    @Test
    void loadThatIsNotThereFailsClosed() {
        assertThat(refusalWith(new NodeLoad.Unavailable()).reason()).isEqualTo(Reason.LOAD_UNAVAILABLE);
    }

    @Test
    void loadThatIsMalformedOrFromTheFutureFailsClosed() {
        long now = new TestingClock().bootNanos();

        assertThat(List.of(
                        new NodeLoad.Invalid(),
                        new NodeLoad.Observed(now + 1, 100, 100, Map.of()),
                        new NodeLoad.Observed(now, -1, 100, Map.of()),
                        new NodeLoad.Observed(now, 100, 1_001, Map.of())))
                .allSatisfy(load -> assertThat(refusalWith(load).reason()).isEqualTo(Reason.LOAD_INVALID));
    }

    @Test
    void loadMayBeAsOldAsAllowedAndNotOlder() {
        long oldest = new TestingClock().bootNanos() - 5_000_000_000L;
        TestingNode node = new TestingNode(policy);
        node.load = new NodeLoad.Observed(oldest, 100, 100, Map.of());
        permit(node.authority.admit(RUNTIME, request.build()));

        assertThat(refusalWith(new NodeLoad.Observed(oldest - 1, 100, 100, Map.of()))
                        .reason())
                .isEqualTo(Reason.LOAD_STALE);
        assertThat(refusalWith(new NodeLoad.Observed(Long.MIN_VALUE, 100, 100, Map.of()))
                        .reason())
                .isEqualTo(Reason.LOAD_STALE);
    }

    @Test
    void pressureAtItsThresholdRefuses() {
        long now = new TestingClock().bootNanos();
        TestingNode node = new TestingNode(policy);
        node.load = new NodeLoad.Observed(now, 899, 849, Map.of());
        permit(node.authority.admit(RUNTIME, request.build()));

        assertThat(refusalWith(new NodeLoad.Observed(now, 900, 0, Map.of())).reason())
                .isEqualTo(Reason.NODE_OVERLOADED);
        assertThat(refusalWith(new NodeLoad.Observed(now, 0, 850, Map.of())).reason())
                .isEqualTo(Reason.NODE_OVERLOADED);
    }

    // 15a
    @Test
    void aSecondAdmissionOfALiveActivationIdIsRefused() {
        TestingNode node = new TestingNode(policy);
        PermitView first = node.admitted("a");
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.ACTIVATION_ID_UNAVAILABLE);

        assertThat(node.used(Dimension.ACTIVE)).isEqualTo(1);
        given(node.authority.cancel(RUNTIME, first.permitId()));
        assertThat(node.admitted("a").permitId()).isNotEqualTo(first.permitId());
    }

    @Test
    void anActivationIdOfAnotherTenantIsFree() {
        TestingNode node = new TestingNode(policy);
        node.admitted("a");
        request.tenant = "other";

        assertThat(permit(node.authority.admit(BOB, request.build())).activationId())
                .isEqualTo("a");
    }

    // 15b
    @Test
    void aDeadlineThatHasPassedIsExceeded() {
        request.deadlineUnixMillis = new TestingClock().unixMillis();
        assertThat(refusal().reason()).isEqualTo(Reason.DEADLINE_EXCEEDED);
        request.deadlineUnixMillis = 0;
        assertThat(refusal().reason()).isEqualTo(Reason.DEADLINE_EXCEEDED);
        request.deadlineUnixMillis = Long.MIN_VALUE;

        assertThat(refusal().reason()).isEqualTo(Reason.DEADLINE_EXCEEDED);
    }

    @Test
    void anAbsoluteDeadlineOnlyShortensTheGrant() {
        long now = new TestingClock().unixMillis();
        request.deadlineUnixMillis = now + 2_000;
        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .deadlineUnixMillis())
                .isEqualTo(now + 2_000);
        request.deadlineUnixMillis = Long.MAX_VALUE - 1;

        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .deadlineUnixMillis())
                .isEqualTo(now + 10_000);
    }

    // 15e
    @Test
    void aDeadlineThatTheQueueLeavesNothingOfIsInfeasible() {
        policy.feasibility = new Feasibility(100, 20, 5);
        request.deadlineUnixMillis = new TestingClock().unixMillis() + 25;
        assertThat(refusal().reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        request.deadlineUnixMillis++;

        assertThat(permit(new TestingNode(policy).authority.admit(RUNTIME, request.build()))
                        .activationId())
                .isEqualTo("a");
    }

    @Test
    void theQueueOfTheCellClassCountsInWholeRounds() {
        policy.cellClasses = List.of(TestingPolicy.cell(CellClassName.SMALL, 128_000_000, 2));
        TestingNode node = new TestingNode(policy);
        node.admitted("1");
        node.admitted("2");
        node.admitted("3");
        request.deadlineUnixMillis = node.clock.unixMillis() + 125;
        assertThat(node.refusal(request.build()).reason()).isEqualTo(Reason.QUEUE_DEADLINE_INFEASIBLE);
        request.deadlineUnixMillis++;

        assertThat(permit(node.authority.admit(RUNTIME, request.build())).activationId())
                .isEqualTo("a");
    }

    private static Selection presented(RevisionTuple tuple) {
        return new Selection.Presented(tuple, Map.of());
    }

    private static RevisionTuple with(RevisionTuple tuple, String revision, String release) {
        return new RevisionTuple(
                tuple.tenant(),
                tuple.service(),
                tuple.route(),
                tuple.contract(),
                tuple.function(),
                revision,
                release,
                tuple.generation(),
                tuple.digest());
    }
}
