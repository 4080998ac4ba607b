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
                        "wholeRecords.written(oldest, lastSequence);"),
                new PlantedBug(
                        "a new policy ends what is held",
                        "authority/LedgerAuthority",
                        "            pin = newPin;\n",
                        "            ledger.applyDue(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);\n            pin = newPin;\n"),
                new PlantedBug(
                        "a repetition is decided under the new policy",
                        "authority/LedgerAuthority",
                        "            if (repeated != null) {\n                return repeated;\n            }\n        }\n        if (shuttingDown) {",
                        "            Pin now = pin;\n            if (repeated != null && now != null && Eligibility.of(now, caller, request) instanceof Eligibility.Eligible) {\n                return repeated;\n            }\n        }\n        if (shuttingDown) {"),
                new PlantedBug(
                        "the principal's scope is forgotten at a grant",
                        "admission/ProfileCheck",
                        "principal.scope()\n        };",
                        "node\n        };"),
                new PlantedBug(
                        "the last moment to start is too late",
                        "ledger/Grant",
                        "return nowBootNanos > startByBootNanos || ",
                        "return nowBootNanos >= startByBootNanos || "),
                new PlantedBug(
                        "a wish to stop frees what runs",
                        "ledger/Ledger",
                        "case Permit.Executing permit ->\n                permit.cancelRequested() ? asItStands(entry) : becomes(entry, permit.requestCancel(), nowBootNanos);",
                        "case Permit.Executing permit ->\n                settled(entry, permit.complete(Completion.of(Outcome.CANCELLED), nowBootNanos));"),
                new PlantedBug(
                        "an end that is not known frees capacity",
                        "ledger/Ledger",
                        "completion.outcome() == Outcome.UNCERTAIN\n                        ? doubted(entry, permit.doubt(Doubt.REPORTED, nowBootNanos), nowBootNanos)\n                        : settled(",
                        "settled("),
                new PlantedBug(
                        "a settled permit is settled again with another outcome",
                        "ledger/Ledger",
                        "yield completion.equals(permit.completion())\n                        ? asItStands(entry)\n                        : refused(Transition.Obstacle.SETTLED, entry);",
                        "yield becomes(entry, permit.report(completion), nowBootNanos);"),
                new PlantedBug(
                        "a queue slot is released again at the end",
                        "ledger/Ledger",
                        "before == PermitState.QUEUED);",
                        "before != PermitState.UNCERTAIN);"),
                new PlantedBug(
                        "the key of a live permit makes room for another",
                        "ledger/PermitTable",
                        "PermitEntry before = byKey.put(",
                        "if (byKey.size() * 2 >= maxEntries && !byKey.isEmpty()) {\n                byKey.remove(byKey.keySet().iterator().next());\n            }\n            PermitEntry before = byKey.put("),
                new PlantedBug(
                        "of several changes of a permit the first counts at a recovery",
                        "ledger/LedgerRestore",
                        "(_, known) -> new Remembered(",
                        "(_, known) -> known.touched > known.whole ? known : new Remembered("),
                new PlantedBug(
                        "after a reboot work is released by the clock that may be wrong",
                        "ledger/LedgerRestore",
                        "execution(running.execution(), later, ",
                        "execution(running.execution(), forward, "),
                new PlantedBug(
                        "a reboot gives queued work its time back",
                        "ledger/LedgerRestore",
                        "Grant grant = old.movedBy(forward);",
                        "Grant grant = old.movedBy(later);"),
                new PlantedBug(
                        "times moved by a reboot are moved again by the next start",
                        "ledger/Ledger",
                        "if (entry.needsWhole && !(entry.permit() instanceof Permit.Settled)) {",
                        "if (entry.needsWhole && nowBootNanos < 0) {"),
                new PlantedBug(
                        "a batch is taken whatever its checksum",
                        "journal/SegmentFormat",
                        "if (checksum(file, at + BATCH_HEADER, header.length) != header.bodyChecksum) {",
                        "if (header.bodyChecksum == 0) {"),
                new PlantedBug(
                        "damage is cut like a torn tail",
                        "journal/Recovery",
                        "if (evidence >= next) {",
                        "if (evidence < 0) {"),
                new PlantedBug(
                        "what a later segment supersedes is read on",
                        "journal/Recovery",
                        "while (next < limit) {",
                        "while (next < Long.MAX_VALUE) {"),
                new PlantedBug(
                        "an oldest segment without a header is taken for one half made",
                        "journal/Recovery",
                        "&& SegmentFormat.order(name) < segments.getFirst().header.order()",
                        "&& SegmentFormat.order(name) < 0"),
                new PlantedBug(
                        "with what a segment supersedes one whole record more is cut",
                        "journal/Recovery",
                        "drop(segment.header.firstSequence());",
                        "drop(Math.max(1, segment.header.firstSequence() - 1));"),
                new PlantedBug(
                        "what a failed beginning left outlasts older segments",
                        "journal/JournalCore",
                        "            deleteLeftovers();\n            deleteIfThere(name);",
                        "            deleteIfThere(name);"));
    }
}
