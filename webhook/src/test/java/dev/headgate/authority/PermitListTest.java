package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.ALICE;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.permit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.Caller;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.authority.AdmissionAuthority.Page;
import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.History;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PermitListTest {
    private final TestingPolicy policy = new TestingPolicy();

    private static List<String> all(TestingNode node, Caller caller, @Nullable PermitState state, int limit) {
        List<String> found = new ArrayList<>();
        String after = null;
        do {
            Page page = given(node.authority.list(caller, new PermitQuery(null, null, state, limit, after)));
            page.permits().forEach(permit -> found.add(permit.activationId()));
            after = page.next();
        } while (after != null);
        return found;
    }

    @Test
    void pagesGoThroughOnesOwnPermitsInTheOrderOfTheirIds() {
        TestingNode node = new TestingNode(policy);
        for (int n = 0; n < 7; n++) {
            node.admitted("mine-" + n);
            permit(node.authority.admit(ALICE, new TestingRequest("hers-" + n).build()));
        }
        given(node.authority.cancelActivation(RUNTIME, null, "mine-3"));

        assertThat(all(node, RUNTIME, null, 2))
                .containsExactly("mine-0", "mine-1", "mine-2", "mine-3", "mine-4", "mine-5", "mine-6");
        assertThat(all(node, RUNTIME, PermitState.SETTLED, 2)).containsExactly("mine-3");
        assertThat(all(node, ALICE, null, 500)).hasSize(7).allMatch(id -> id.startsWith("hers"));
        assertThat(all(node, ADMINISTRATOR, null, 3)).hasSize(14);
    }

    @Test
    void aPageGoesOnAfterAPermitThatTheHistoryHasForgotten() {
        policy.history = new History(0, 1);
        TestingNode node = new TestingNode(policy);
        for (int n = 0; n < 4; n++) {
            node.admitted("n" + n);
        }
        Page first = given(node.authority.list(RUNTIME, new PermitQuery(null, null, null, 2, null)));
        given(node.authority.cancelActivation(RUNTIME, null, "n1"));
        Page second = given(node.authority.list(RUNTIME, new PermitQuery(null, null, null, 2, first.next())));

        assertThat(second.permits()).extracting(PermitView::activationId).containsExactly("n2", "n3");
        assertThat(second.next()).isNull();
    }

    @Test
    void onePageLooksAtABoundedNumberOfPermits() {
        policy.feasibility = new Feasibility(0, 0, 0);
        TestingNode node = new TestingNode(policy);
        for (int n = 0; n <= PermitPages.MAX_LOOKED_AT; n++) {
            node.admitted("n" + n);
        }
        Page page = given(node.authority.list(ALICE, new PermitQuery(null, null, null, 500, null)));

        assertThat(page.permits()).isEmpty();
        assertThat(page.next()).isNotNull();
        assertThat(all(node, ALICE, null, 500)).isEmpty();
    }
}
