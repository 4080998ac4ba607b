package dev.headgate.simulation;

import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.PermitState;
import dev.headgate.ledger.PermitWalk;
import dev.headgate.ledger.ScopeKey;
import dev.headgate.ledger.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Everything that a ledger holds, held against everything that the model holds. */
@SuppressWarnings({"EnumOrdinal", "ReferenceEquality"}) // Counted by place; the very value that was compared last.
final class NodeState {
    private static final PermitState[] STATES = PermitState.values();

    private final Ledger ledger;
    private final Map<String, long[]> sums = new HashMap<>();
    private long highestToken;
    private long round;

    /**
     * The state of a ledger.
     *
     * @param highestToken of any permit of this node so far
     */
    NodeState(Ledger ledger, long highestToken) {
        this.ledger = ledger;
        this.highestToken = highestToken;
    }

    long highestToken() {
        return highestToken;
    }

    /** Invariant 13: a token is above every token before it. */
    void newToken(long token) {
        if (token <= highestToken) {
            throw new AssertionError("fencing token " + token + " after " + highestToken);
        }
        highestToken = token;
    }

    /** Invariants 1, 2, 11, 14, 17 and 20: the same permits in the same states, and the sums over them. */
    void compare(ModelLedger model, long boot, String when) {
        round++;
        int[] counts = new int[STATES.length];
        int walked = 0;
        PermitWalk walk = ledger.walk(null);
        for (Permit permit = walk.next(); permit != null; permit = walk.next()) {
            ModelPermit expected = model.find(permit.grant().permitId());
            if (expected == null) {
                throw new AssertionError(when + ": nobody was granted " + permit);
            }
            if (expected.compared != permit || expected.comparedVersion != expected.version) {
                Comparison.of(expected, permit, when);
                expected.compared = permit;
                expected.comparedVersion = expected.version;
            }
            expected.seen = round;
            counts[permit.state().ordinal()]++;
            walked++;
        }
        if (walked != model.permits.size()) {
            forget(model, boot, when);
        }
        for (PermitState state : STATES) {
            if (ledger.count(state) != counts[state.ordinal()]) {
                throw new AssertionError(when + ": counts " + ledger.count(state) + " permits as " + state + ", has "
                        + counts[state.ordinal()]);
            }
        }
        compareUsage(model, when);
    }

    private void forget(ModelLedger model, long boot, String when) {
        List<ModelPermit> gone = new ArrayList<>();
        for (ModelPermit permit : model.permits.values()) {
            if (permit.seen != round) {
                if (!ModelLedger.forgettable(permit, boot)) {
                    throw new AssertionError(when + ": lost " + permit);
                }
                gone.add(permit);
            }
        }
        gone.forEach(permit -> {
            model.forget(permit);
        });
    }

    private void compareUsage(ModelLedger model, String when) {
        sums.values().forEach(sum -> java.util.Arrays.fill(sum, 0));
        for (ModelPermit permit : model.permits.values()) {
            if (permit.live()) {
                for (String scope : permit.scopes) {
                    long[] sum = sums.computeIfAbsent(scope, _ -> new long[4]);
                    sum[0] += permit.state == PermitState.QUEUED ? 1 : 0;
                    sum[1]++;
                    sum[2] += permit.fuel;
                    sum[3] += permit.memory;
                }
            }
        }
        int used = 0;
        for (long[] sum : sums.values()) {
            used += sum[1] > 0 ? 1 : 0;
        }
        Map<ScopeKey, Usage> usages = ledger.usages();
        if (usages.size() != used) {
            throw new AssertionError(when + ": counts in " + usages + ", not in " + used + " scopes");
        }
        usages.forEach((scope, usage) -> {
            long[] sum = sums.get(scope.toString());
            if (sum == null
                    || sum[0] != usage.queued()
                    || sum[1] != usage.active()
                    || sum[2] != usage.cpuFuel()
                    || sum[3] != usage.memoryBytes()) {
                throw new AssertionError(
                        when + ": " + scope + " holds " + java.util.Arrays.toString(sum) + ", counts " + usage);
            }
        });
    }
}
