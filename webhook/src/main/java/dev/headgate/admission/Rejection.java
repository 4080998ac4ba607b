package dev.headgate.admission;

import dev.headgate.ledger.Dimension;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.ScopeKind;
import dev.headgate.ledger.SettlementCause;
import org.jspecify.annotations.Nullable;

/**
 * A no, with its reason. It carries words of the closed vocabularies and names of schema fields, and never a value of
 * anybody (design page 2).
 *
 * @param reason why
 * @param scope the kind of scope that limits, where one does
 * @param dimension what is limited there
 * @param field the schema path of the field at fault, such as {@code budget.hostCalls}, where one is
 * @param permitState the state of the permit that the call was about, where there is one
 * @param settlementCause how that permit was settled, where it was
 */
public record Rejection(
        Reason reason,
        @Nullable ScopeKind scope,
        @Nullable Dimension dimension,
        @Nullable String field,
        @Nullable PermitState permitState,
        @Nullable SettlementCause settlementCause)
        implements Verdict, PrincipalChoice, RevisionChoice, Eligibility, Resolution, AdmissionDecision {

    /** A reason with nothing more to say. */
    public static Rejection of(Reason reason) {
        return new Rejection(reason, null, null, null, null, null);
    }

    /** A reason that a field of the request gave. */
    public static Rejection of(Reason reason, String field) {
        return new Rejection(reason, null, null, field, null, null);
    }

    /** A reason that a limit of a scope gave. */
    public static Rejection limited(Reason reason, ScopeKind scope, @Nullable Dimension dimension) {
        return new Rejection(reason, scope, dimension, null, null, null);
    }

    /** A reason that the state of a permit gave. */
    public static Rejection inState(Reason reason, PermitState state, @Nullable SettlementCause cause) {
        return new Rejection(reason, null, null, null, state, cause);
    }
}
