package dev.headgate.authority;

import dev.headgate.admission.Caller;
import dev.headgate.authority.AdmissionAuthority.Page;
import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitWalk;
import java.util.ArrayList;
import java.util.List;

/** Pages of permits. One page looks at a bounded number of permits, so that a listing never keeps decisions waiting long. */
final class PermitPages {
    /** The most permits that one page looks at, seen or not; a page may so be short, or empty, and still have a next. */
    static final int MAX_LOOKED_AT = 4_096;

    private PermitPages() {}

    static Page of(Ledger ledger, Caller caller, PermitQuery query, long nowBootNanos) {
        List<PermitView> found = new ArrayList<>();
        PermitWalk walk = ledger.walk(query.continueAfter());
        String last = null;
        Permit permit = walk.next();
        for (int lookedAt = 0; permit != null && lookedAt < MAX_LOOKED_AT && found.size() < query.limit(); lookedAt++) {
            if (matches(permit, caller, query)) {
                found.add(PermitViews.of(permit, nowBootNanos));
            }
            last = permit.grant().permitId();
            permit = walk.next();
        }
        return new Page(found, permit == null ? null : last);
    }

    private static boolean matches(Permit permit, Caller caller, PermitQuery query) {
        return (caller.administrator() || permit.grant().allows(caller.subject()))
                && (query.tenant() == null
                        || query.tenant().equals(permit.grant().tenant()))
                && (query.activationId() == null
                        || query.activationId().equals(permit.grant().activationId()))
                && (query.state() == null || query.state() == permit.state());
    }
}
