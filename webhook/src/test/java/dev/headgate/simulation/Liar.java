package dev.headgate.simulation;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.IdempotencyKey;
import dev.headgate.ledger.Outcome;
import dev.headgate.simulation.SimulatedRuntime.Gossip;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A caller that asks for what is not its own, or no more, or not yet. Whatever it is told, it never tells the truth itself. */
final class Liar {
    private static final List<Caller> ANYBODY =
            List.of(Callers.RUNTIME, Callers.ALICE, Callers.BOB, Callers.WORKER, Callers.ADMINISTRATOR);

    private final Chance chance;
    private final Gossip gossip;

    Liar(Chance chance, Gossip gossip) {
        this.chance = chance;
        this.gossip = gossip;
    }

    /** Something that must change nothing it has no right to. Never the end of work that runs, told by who may tell it. */
    Call lie() {
        Caller caller = chance.of(ANYBODY);
        if (gossip.permits.isEmpty() || chance.oneIn(8)) {
            return new Call.Read(caller, "0000000000000");
        }
        Gossip.Known known = chance.of(gossip.permits);
        // A higher one might be the very token that a start has made since.
        long wrongToken = known.token() - chance.between(1, 3);
        return switch (chance.below(11)) {
            case 0 -> new Call.Start(caller, known.permitId(), "thief");
            case 1 -> new Call.Start(caller, known.permitId(), known.executor());
            case 2 -> new Call.Renew(caller, known.permitId(), token(known), chance.below(3));
            case 3 -> new Call.Renew(caller, known.permitId(), wrongToken, 1_000);
            case 4 -> new Call.Complete(caller, known.permitId(), wrongToken, Completion.of(Outcome.SUCCEEDED));
            case 5 -> new Call.Complete(caller, known.permitId(), null, Completion.of(Outcome.SUCCEEDED));
            case 6 -> new Call.Complete(Callers.STRANGER, known.permitId(), known.token(), Completion.of(Outcome.TRAP));
            case 7 -> new Call.Terminate(Callers.ALICE, known.permitId(), "it is mine");
            case 8 -> new Call.Read(caller, known.permitId());
            case 9 -> new Call.Find(caller, known.activation());
            default -> conflicting(known);
        };
    }

    private @Nullable Long token(Gossip.Known known) {
        return chance.oneIn(6) ? null : known.token();
    }

    /** The key of somebody's admission with another request, from the same principal or another. */
    private Call conflicting(Gossip.Known known) {
        boolean ofRuntime = known.activation().startsWith("runtime-");
        return new Call.Admit(
                ofRuntime ? Callers.RUNTIME : Callers.ALICE,
                new AdmissionRequest(
                        "conflict-" + chance.below(1_000),
                        "acme",
                        null,
                        TestingPolicy.target(null),
                        5,
                        1,
                        RequestedBudget.UNSPECIFIED,
                        AdmissionRequest.NO_DEADLINE,
                        Map.of(),
                        new IdempotencyKey(known.activation(), 7, -1 - chance.below(1_000)),
                        null));
    }

    /** Renewals for several permits at once, of which some are wrong. */
    Call renewals(Caller caller) {
        List<Call.Renew> renewals = new ArrayList<>();
        List<String> named = new ArrayList<>();
        for (int count = 0; count < 4 && !gossip.permits.isEmpty(); count++) {
            Gossip.Known known = chance.of(gossip.permits);
            if (!named.contains(known.permitId())) {
                named.add(known.permitId());
                renewals.add(new Call.Renew(caller, known.permitId(), token(known), chance.between(0, 4)));
            }
        }
        return new Call.RenewAll(caller, renewals);
    }
}
