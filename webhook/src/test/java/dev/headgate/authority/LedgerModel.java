package dev.headgate.authority;

import dev.headgate.admission.Reason;
import dev.headgate.ledger.Outcome;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.SettlementCause;
import dev.headgate.policy.HeldLimits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger ought to do, written as simply as possible and without anything of it: a list of permits, and sums over
 * that list in numbers without bounds.
 */
final class LedgerModel {
    /** Limits by scope, as {@code kind name}; what is not in here declares none. */
    final Map<String, HeldLimits> limits = new LinkedHashMap<>();

    final List<Entry> permits = new ArrayList<>();

    static final class Entry {
        final String permitId;
        final String tenant;
        final String activationId;
        final List<String> scopes;
        final long cpuFuel;
        final long memoryBytes;
        final long startBy;
        final long deadline;
        PermitState state = PermitState.QUEUED;

        @Nullable String executor;

        long token;

        @Nullable SettlementCause cause;

        @Nullable Outcome outcome;

        Entry(
                String permitId,
                String tenant,
                String activationId,
                List<String> scopes,
                long cpuFuel,
                long memoryBytes,
                long startBy,
                long deadline) {
            this.permitId = permitId;
            this.tenant = tenant;
            this.activationId = activationId;
            this.scopes = scopes;
            this.cpuFuel = cpuFuel;
            this.memoryBytes = memoryBytes;
            this.startBy = startBy;
            this.deadline = deadline;
        }

        void settle(SettlementCause why, @Nullable Outcome how) {
            state = PermitState.SETTLED;
            cause = why;
            outcome = how;
        }
    }

    /** Why an admission is refused, or null where it must be granted. */
    @Nullable Reason refusal(String tenant, String activationId, List<String> scopes, long cpuFuel, long memoryBytes) {
        for (Entry entry : permits) {
            if (entry.state != PermitState.SETTLED
                    && entry.tenant.equals(tenant)
                    && entry.activationId.equals(activationId)) {
                return Reason.ACTIVATION_ID_UNAVAILABLE;
            }
        }
        Map<String, BigInteger[]> used = usage();
        for (String scope : scopes) {
            HeldLimits limit = limits.getOrDefault(scope, HeldLimits.UNDECLARED);
            long[] limitOf = {limit.queued(), limit.active(), limit.cpuFuel(), limit.memoryBytes()};
            long[] demandOf = {1, 1, cpuFuel, memoryBytes};
            for (int dimension = 0; dimension < 4; dimension++) {
                BigInteger whole = BigInteger.valueOf(limitOf[dimension]);
                BigInteger demand = BigInteger.valueOf(demandOf[dimension]);
                if (demand.compareTo(whole) > 0) {
                    return Reason.EXCEEDS_LIMIT;
                }
                BigInteger now = used.containsKey(scope) ? used.get(scope)[dimension] : BigInteger.ZERO;
                if (now.add(demand).compareTo(whole) > 0) {
                    return Reason.CAPACITY_EXHAUSTED;
                }
            }
        }
        return null;
    }

    /** Sums over the permits that hold something, by scope: queued, active, CPU fuel, memory. */
    Map<String, BigInteger[]> usage() {
        Map<String, BigInteger[]> sums = new TreeMap<>();
        for (Entry entry : permits) {
            if (entry.state == PermitState.SETTLED) {
                continue;
            }
            for (String scope : entry.scopes) {
                BigInteger[] sum = sums.computeIfAbsent(scope, _ ->
                        new BigInteger[] {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO});
                sum[0] = sum[0].add(entry.state == PermitState.QUEUED ? BigInteger.ONE : BigInteger.ZERO);
                sum[1] = sum[1].add(BigInteger.ONE);
                sum[2] = sum[2].add(BigInteger.valueOf(entry.cpuFuel));
                sum[3] = sum[3].add(BigInteger.valueOf(entry.memoryBytes));
            }
        }
        return sums;
    }

    void expire(long now) {
        for (Entry entry : permits) {
            if (entry.state == PermitState.QUEUED && (now > entry.startBy || now >= entry.deadline)) {
                entry.settle(SettlementCause.EXPIRED, null);
            }
            // Leases here last until the deadline, and the bound of the profile is half a second after it.
            if (entry.state == PermitState.EXECUTING && now > entry.deadline) {
                entry.state = PermitState.UNCERTAIN;
            }
            if (entry.state == PermitState.UNCERTAIN && now >= entry.deadline + 500_000_000L) {
                entry.settle(SettlementCause.BOUND_PASSED, null);
            }
        }
    }

    @Nullable Reason start(Entry entry, String executor, long now) {
        return switch (entry.state) {
            case QUEUED -> {
                entry.state = PermitState.EXECUTING;
                entry.executor = executor;
                yield null;
            }
            case EXECUTING, UNCERTAIN -> {
                if (!executor.equals(entry.executor)) {
                    yield Reason.PERMIT_NOT_QUEUED;
                }
                yield now >= entry.deadline ? Reason.PERMIT_EXPIRED : null;
            }
            case SETTLED -> {
                if (entry.cause != SettlementCause.EXPIRED) {
                    yield Reason.PERMIT_SETTLED;
                }
                yield now >= entry.deadline ? Reason.DEADLINE_EXCEEDED : Reason.PERMIT_EXPIRED;
            }
        };
    }

    @Nullable Reason complete(Entry entry, long token, Outcome outcome) {
        return switch (entry.state) {
            case QUEUED -> Reason.PERMIT_NOT_EXECUTING;
            case EXECUTING, UNCERTAIN -> {
                if (token != entry.token) {
                    yield Reason.FENCING_TOKEN_STALE;
                }
                entry.settle(SettlementCause.COMPLETED, outcome);
                yield null;
            }
            case SETTLED -> {
                if (entry.executor == null) {
                    yield Reason.PERMIT_SETTLED;
                }
                if (token != entry.token) {
                    yield Reason.FENCING_TOKEN_STALE;
                }
                if (entry.cause == SettlementCause.BOUND_PASSED && entry.outcome == null) {
                    // A late report is taken once.
                    entry.outcome = outcome;
                    yield null;
                }
                yield outcome == entry.outcome ? null : Reason.PERMIT_SETTLED;
            }
        };
    }

    @Nullable Reason cancel(Entry entry) {
        return switch (entry.state) {
            case QUEUED -> {
                entry.settle(SettlementCause.CANCELLED, null);
                yield null;
            }
            case EXECUTING, UNCERTAIN -> null;
            case SETTLED -> entry.cause == SettlementCause.CANCELLED ? null : Reason.PERMIT_SETTLED;
        };
    }
}
