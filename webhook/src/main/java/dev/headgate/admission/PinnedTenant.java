package dev.headgate.admission;

import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.policy.Subject;
import dev.headgate.policy.Tenant;
import dev.headgate.policy.TenantSubject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tenant on a pin, with its principals and its routes indexed. Filled while the pin is built, never after. */
final class PinnedTenant {
    private final Tenant policy;
    private final ScopeLimits scope;
    private final Map<Subject, PinnedPrincipal> principals = new HashMap<>();
    private final Map<String, Map<String, PinnedRoute>> routes = new HashMap<>();

    PinnedTenant(Tenant policy) {
        this.policy = policy;
        this.scope = new ScopeLimits(ScopeKey.tenant(policy.name()), policy.nodeLimits());
        for (TenantSubject subject : policy.subjects()) {
            ScopeLimits limits =
                    new ScopeLimits(ScopeKey.principal(policy.name(), subject.subject()), subject.nodeLimits());
            principals.put(subject.subject(), new PinnedPrincipal(this, subject, limits));
        }
    }

    void add(String service, PinnedRoute route) {
        routes.computeIfAbsent(service, _ -> new HashMap<>()).put(route.policy().name(), route);
    }

    Tenant policy() {
        return policy;
    }

    ScopeLimits scope() {
        return scope;
    }

    Iterable<PinnedPrincipal> principals() {
        return principals.values();
    }

    @Nullable PinnedPrincipal principal(Subject subject) {
        return principals.get(subject);
    }

    @Nullable PinnedRoute route(String service, String name) {
        Map<String, PinnedRoute> ofService = routes.get(service);
        return ofService == null ? null : ofService.get(name);
    }
}
