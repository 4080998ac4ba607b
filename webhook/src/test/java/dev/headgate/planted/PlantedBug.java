package dev.headgate.planted;

import java.util.List;

/**
 * One wrong line of the production core.
 *
 * @param name what is wrong
 * @param file below {@code src/main/java/dev/headgate}, without its ending
 * @param right text that stands there exactly once
 * @param wrong what stands in its place
 */
record PlantedBug(String name, String file, String right, String wrong) {

    @Override
    public String toString() {
        return name;
    }

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        "capacity is released twice",
                        "ledger/ScopeUsage",
                        "active = lessened(active, 1);",
                        "active = lessened(active, Math.min(active, 2));"),
                new PlantedBug(
                        "the principal's scope is forgotten at a recovery",
                        "ledger/Grant",
                        "ScopeKey.principal(tenant, owner)\n        };",
                        "ScopeKey.node()\n        };"),
                new PlantedBug(
                        "a start does not give the queue slot back",
                        "ledger/Ledger",
                        "leaveQueue(entry);\n                counters.releaseQueueSlot(entry.charged());",
                        "leaveQueue(entry);"),
                new PlantedBug(
                        "a missed lease frees capacity",
                        "ledger/Ledger",
                        "doubted(entry, permit.doubt(Doubt.LEASE_MISSED, nowBootNanos), nowBootNanos);",
                        "settled(entry, permit.complete(Completion.of(Outcome.TERMINATED), nowBootNanos));"),
                new PlantedBug(
                        "a bound releases by the boot-time clock alone",
                        "ledger/Execution",
                        "&& nowMonotonicNanos >= endsByMonotonicNanos",
                        ""),
                new PlantedBug(
                        "a lease reaches past the deadline",
                        "ledger/Grant",
                        "return Math.min(deadlineBootNanos, plusMillis(nowBootNanos, lease.executingDurationMillis()));",
                        "return plusMillis(nowBootNanos, lease.executingDurationMillis());"),
                new PlantedBug(
                        "renewing past the deadline is accepted",
                        "ledger/Ledger",
                        "return permit.grant().deadlinePassed(nowBootNanos) ? Transition.Obstacle.DEADLINE_EXCEEDED : null;",
                        "return null;"),
                new PlantedBug(
                        "a stale renewal is accepted",
                        "ledger/Ledger",
                        "if (renewal.sequence() < renewalSequence) {",
                        "if (renewal.sequence() < 0) {"),
                new PlantedBug(
                        "a stale fencing token completes",
                        "ledger/Ledger",
                        "if (entry.permit().fencingToken() != fencingToken) {",
                        "if (entry.permit().fencingToken() < fencingToken) {"),
                new PlantedBug(
                        "a second executor may start",
                        "ledger/Ledger",
                        "if (!running.executorId().equals(executorId)) {",
                        "if (running.executorId().isEmpty()) {"),
                new PlantedBug(
                        "a right to run is repeated after the deadline",
                        "ledger/Ledger",
                        "return entry.grant().deadlinePassed(nowBootNanos)\n                ? refused(Transition.Obstacle.EXPIRED, entry)\n                : asItStands(entry);",
                        "return asItStands(entry);"),
                new PlantedBug(
                        "anybody may complete",
                        "ledger/Grant",
                        "return owner.equals(subject) || executors.contains(subject);",
                        "return true;"),
                new PlantedBug(
                        "a key is forgotten when its permit is settled",
                        "ledger/PermitTable",
                        "(entry.key() == null ? finished : finishedKeyed).addLast(entry);",
                        "finished.addLast(entry);"),
                new PlantedBug(
                        "another request under a key gets the permit",
                        "ledger/Ledger",
                        "if (known == null || !known.sameRequest(key)) {",
                        "if (known == null) {"),
                new PlantedBug(
                        "a full history still takes keys",
                        "ledger/PermitTable",
                        "return own < maxEntries && (byKey.size() < maxEntries || own < evenShare);",
                        "return true;"),
                new PlantedBug(
                        "the history is bounded to nothing until a policy is pinned",
                        "ledger/PermitTable",
                        "private long maxAgeMillis = Long.MAX_VALUE;",
                        "private long maxAgeMillis = 1;"),
                new PlantedBug(
                        "fencing tokens begin anew with each start",
                        "authority/LedgerAuthority",
                        "this.nextToken = (bootEpoch << PermitViews.EPOCH_SHIFT) + 1;",
                        "this.nextToken = 1;"),
                new PlantedBug(
                        "an answer does not wait for its record",
                        "authority/LedgerAuthority",
                        "new Admitted(PermitViews.of(granted.permit(), now), false, state), granted.sequence());",
                        "new Admitted(PermitViews.of(granted.permit(), now), false, state), 0);"),
                new PlantedBug(
                        "a repeated start does not wait for the record of the first",
                        "ledger/Ledger",
                        "return new Transition.Made(entry.permit(), entry.touched);",
                        "return new Transition.Made(entry.permit(), 0);"),
                new PlantedBug(
                        "the clock is sampled before the exclusion",
                        "authority/LedgerAuthority",
                        "NodeLoad observed = load.get();\n            now = clock.bootNanos();",
                        "now = clock.bootNanos();\n            NodeLoad observed = load.get();"),
                new PlantedBug(
                        "what is withheld is granted",
                        "authority/LedgerAuthority",
                        "if (withholds(now, monotonic)) {",
                        "if (monotonic == Long.MIN_VALUE) {"),
                new PlantedBug(
                        "withholding ends by the boot-time clock alone",
                        "authority/LedgerAuthority",
                        "return nowBootNanos < withheldUntilBootNanos || nowMonotonicNanos < withheldUntilMonotonicNanos;",
                        "return nowBootNanos < withheldUntilBootNanos;"),
                new PlantedBug(
                        "grants go on while the journal cannot be written",
                        "authority/LedgerAuthority",
                        "if (!log.available()) {\n            return refused(Reason.JOURNAL_UNAVAILABLE);\n        }\n        String executorId",
                        "String executorId"),
                new PlantedBug(
                        "room is one more than the limit",
                        "ledger/ScopeUsage",
                        "return demand > limit || used > limit - demand;",
                        "return demand > limit || used > limit;"),
                new PlantedBug(
                        "a sum of amounts wraps",
                        "ledger/ScopeUsage",
                        "return demand > limit || used > limit - demand;",
                        "return used + demand > limit;"),
                new PlantedBug(
                        "a recovery starts from the records and forgets the last",
                        "ledger/LedgerRestore",
                        "permits.computeIfPresent(",
                        "if (permit instanceof Permit.Executing) permits.computeIfPresent("),
                new PlantedBug(
                        "executing work gets no grace after a restart",
                        "ledger/LedgerRestore",
                        "Math.max(running.leaseEndBootNanos(), grace)",
                        "running.leaseEndBootNanos()"),
                new PlantedBug(
                        "a failed sync is believed",
                        "journal/JournalCore",
                        "file.sync();\n        position += length;",
                        "try {\n            file.sync();\n        } catch (IOException e) {\n            idleHeaderDue = true;\n        }\n        position += length;"),
                new PlantedBug(
                        "nothing is synced",
                        "journal/JournalCore",
                        "file.sync();\n        position += length;",
                        "position += length;"),
                new PlantedBug(
                        "the readable tail is not written anew",
                        "journal/JournalCore",
                        "core.begin(recovered.provenThrough() + 1, unproven);",
                        "core.begin(recovered.provenThrough() + 1, List.of());"),
                new PlantedBug(
                        "segments go before what replaces them is durable",
                        "journal/JournalCore",
                        "if (durable < releaseWhenDurable || ",
                        "if ("),
                new PlantedBug(
                        "the oldest permits are not written anew before their records go",
                        "ledger/Ledger",
                        "recordWhole(oldest, nowBootNanos);",
                        "wholeRecords.written(oldest, lastSequence);"));
    }
}
