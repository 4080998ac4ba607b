package dev.headgate.authority;

import dev.headgate.admission.Pin;
import dev.headgate.authority.AdmissionAuthority.Quota;
import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.ledger.ScopeLimits;
import dev.headgate.ledger.Usage;
import dev.headgate.policy.HeldLimits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Use and limits as administrators and metrics see them: what the pin names, and what is in use though no pin names it. */
final class Quotas {
    private Quotas() {}

    static List<Quota> shared(Ledger ledger, @Nullable Pin pin) {
        Set<ScopeKey> keys = new LinkedHashSet<>();
        if (pin != null) {
            pin.sharedScopes().forEach(scope -> keys.add(scope.key()));
        }
        for (ScopeKey key : ledger.usages().keySet()) {
            if (key.kind() != ScopeKind.TENANT && key.kind() != ScopeKind.PRINCIPAL) {
                keys.add(key);
            }
        }
        return quotas(ledger, pin, keys);
    }

    static List<Quota> ofTenant(Ledger ledger, @Nullable Pin pin, String tenant) {
        Set<ScopeKey> keys = new LinkedHashSet<>();
        if (pin != null) {
            pin.scopesOf(tenant).forEach(scope -> keys.add(scope.key()));
        }
        for (ScopeKey key : ledger.usages().keySet()) {
            if (key.equals(ScopeKey.tenant(tenant))
                    || (key.kind() == ScopeKind.PRINCIPAL && key.tenantOrEmpty().equals(tenant))) {
                keys.add(key);
            }
        }
        return quotas(ledger, pin, keys);
    }

    private static List<Quota> quotas(Ledger ledger, @Nullable Pin pin, Set<ScopeKey> keys) {
        List<Quota> quotas = new ArrayList<>();
        for (ScopeKey key : keys) {
            Usage usage = ledger.usage(key);
            ScopeLimits limits = pin == null ? null : pin.limitsOf(key);
            for (Dimension dimension : Dimension.values()) {
                quotas.add(new Quota(key.kind(), key.name(), dimension, usage.of(dimension), limit(limits, dimension)));
            }
        }
        return List.copyOf(quotas);
    }

    private static @Nullable Long limit(@Nullable ScopeLimits scope, Dimension dimension) {
        if (scope == null) {
            return null;
        }
        long limit = switch (dimension) {
            case QUEUED -> scope.limits().queued();
            case ACTIVE -> scope.limits().active();
            case CPU_FUEL -> scope.limits().cpuFuel();
            case MEMORY_BYTES -> scope.limits().memoryBytes();
        };
        return limit == HeldLimits.NONE ? null : limit;
    }
}
