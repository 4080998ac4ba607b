package dev.headgate.admission;

import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.TenantSubject;

/**
 * A subject of a tenant on a pin.
 *
 * @param tenant whose subject it is
 * @param subject as the policy names it
 * @param scope its scope and limits
 */
record PinnedPrincipal(PinnedTenant tenant, TenantSubject subject, ScopeLimits scope) implements PrincipalChoice {
    boolean mayNameEndUsers() {
        return subject.delegation() == Delegation.ON_BEHALF_OF;
    }
}
