package dev.headgate.admission;

import dev.headgate.policy.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Step 7: the tenant exists and lists exactly this subject. An unknown tenant and a tenant that does not list it get one
 * answer, so nobody learns which tenants there are.
 */
final class PrincipalCheck {
    private static final String ANONYMOUS = "system:anonymous";

    private PrincipalCheck() {}

    static PrincipalChoice of(Pin pin, Caller caller, AdmissionRequest request) {
        String tenant = request.tenant();
        if (tenant == null && request.selection() instanceof Selection.Presented presented) {
            tenant = presented.tuple().tenant();
        }
        return of(pin, caller.subject(), tenant, request.onBehalfOf());
    }

    static PrincipalChoice of(Pin pin, Caller caller, ResolutionRequest request) {
        return of(pin, caller.subject(), request.tenant(), null);
    }

    private static PrincipalChoice of(
            Pin pin, Subject subject, @Nullable String tenantName, @Nullable String onBehalfOf) {
        if (isAnonymous(subject)) {
            return Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED);
        }
        PinnedPrincipal principal;
        if (tenantName == null) {
            List<PinnedPrincipal> everywhere = pin.principals(subject);
            if (everywhere.size() > 1) {
                return Rejection.of(Reason.TENANT_REQUIRED, "tenant");
            }
            principal = everywhere.isEmpty() ? null : everywhere.getFirst();
        } else {
            PinnedTenant tenant = pin.tenant(tenantName);
            principal = tenant == null ? null : tenant.principal(subject);
        }
        if (principal == null
                || lacksServiceIdentity(principal)
                || (onBehalfOf != null && !principal.mayNameEndUsers())) {
            return Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED);
        }
        return principal;
    }

    private static boolean isAnonymous(Subject subject) {
        return subject.nameOrUri().isEmpty() || subject.nameOrUri().equals(ANONYMOUS);
    }

    private static boolean lacksServiceIdentity(PinnedPrincipal principal) {
        String identity = principal.subject().serviceIdentity();
        boolean given = identity != null && !identity.isEmpty();
        return switch (principal.subject().subject()) {
            case Subject.ServiceAccount _, Subject.SpiffeId _ -> !given;
            case Subject.User _, Subject.UnixUser _, Subject.StaticToken _ -> false;
        };
    }
}
