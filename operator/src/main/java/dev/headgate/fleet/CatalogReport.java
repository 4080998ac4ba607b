package dev.headgate.fleet;

import dev.headgate.policy.Compilation.CatalogOutcome.Excluded;
import dev.headgate.policy.Compilation.CatalogOutcome.Included;
import dev.headgate.policy.Compilation.CatalogOutcome.LastGood;
import dev.headgate.policy.Compilation.CatalogOutcome.Unclaimed;
import dev.headgate.policy.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * What the status of a catalog says.
 *
 * @param findings over all policies that claim it
 * @param serving the generation that holds it, by policy
 * @param verdicts its conditions: {@code Accepted}, {@code Programmed}, {@code Ready}
 * @param state how it stands, in one word
 */
public record CatalogReport(
        List<Finding> findings, SequencedMap<String, Long> serving, List<Verdict> verdicts, CatalogState state) {
    public CatalogReport {
        findings = List.copyOf(findings);
        verdicts = List.copyOf(verdicts);
    }

    /** Judges a catalog by what each policy that claims it makes of it. */
    public static CatalogReport of(List<CatalogClaim> claims) {
        List<CatalogClaim> sorted = claims.stream()
                .sorted(Comparator.comparing(CatalogClaim::policy))
                .toList();
        SequencedMap<String, Long> serving = new LinkedHashMap<>();
        SequencedSet<Finding> findings = new LinkedHashSet<>();
        for (var claim : sorted) {
            if (claim.holding() != null) {
                serving.put(claim.policy(), claim.holding());
            }
            findings.addAll(findings(claim));
        }
        var programmed = programmed(sorted);
        return new CatalogReport(
                List.copyOf(findings),
                serving,
                List.of(accepted(sorted), programmed, ready(sorted, programmed)),
                CatalogState.of(sorted));
    }

    private static List<Finding> findings(CatalogClaim claim) {
        return switch (claim.outcome()) {
            case null -> List.of();
            case Included _, Unclaimed _ -> List.of();
            case LastGood lastGood -> lastGood.findings();
            case Excluded excluded -> excluded.findings();
        };
    }

    private static Verdict accepted(List<CatalogClaim> claims) {
        if (claims.isEmpty()) {
            return Verdict.no(
                    "Accepted",
                    "Unclaimed",
                    "no tenant of a NodeAdmissionPolicy names this namespace: a cluster administrator has to");
        }
        List<String> complaints = new ArrayList<>();
        List<String> unheard = new ArrayList<>();
        for (var claim : claims) {
            switch (claim.outcome()) {
                case null -> unheard.add(claim.policy());
                case Included _, Unclaimed _ -> {}
                case LastGood lastGood ->
                    complaints.add("policy " + claim.policy() + " keeps its last good form: "
                            + lastGood.findings().getFirst());
                case Excluded excluded ->
                    complaints.add("policy " + claim.policy() + " leaves it out: "
                            + excluded.findings().getFirst());
            }
        }
        if (!complaints.isEmpty()) {
            return Verdict.no("Accepted", "Findings", firsts(complaints));
        }
        if (!unheard.isEmpty()) {
            return Verdict.unknown(
                    "Accepted",
                    "PolicyNotCompiled",
                    "does not compile, so it cannot be said: policy " + firsts(unheard));
        }
        return Verdict.yes("Accepted", "Accepted", "it has no findings");
    }

    private static Verdict programmed(List<CatalogClaim> claims) {
        if (claims.isEmpty()) {
            return Verdict.no("Programmed", "Unclaimed", "no policy holds it");
        }
        List<String> missing = new ArrayList<>();
        boolean allPinned = true;
        for (var claim : claims) {
            if (claim.holding() == null) {
                missing.add(claim.policy() + (claim.pinned() ? " (pinned to an older generation)" : ""));
                allPinned &= claim.pinned();
            }
        }
        if (missing.isEmpty()) {
            return Verdict.yes("Programmed", "Programmed", "what is served holds it as it stands");
        }
        return Verdict.no(
                "Programmed",
                allPinned ? "HeldBack" : "NotHeld",
                "what is served does not hold it as it stands: policy " + firsts(missing));
    }

    private static Verdict ready(List<CatalogClaim> claims, Verdict programmed) {
        if (programmed.truth() != Verdict.Truth.TRUE) {
            return Verdict.no("Ready", programmed.reason(), programmed.message());
        }
        List<String> behind = claims.stream()
                .filter(claim -> !claim.ready())
                .map(CatalogClaim::policy)
                .toList();
        return behind.isEmpty()
                ? Verdict.yes("Ready", "NodesReady", "every governed node serves it")
                : Verdict.no("Ready", "NodesPending", "not every governed node serves it: policy " + firsts(behind));
    }

    private static String firsts(List<String> sentences) {
        String text = String.join("; ", sentences.subList(0, Math.min(Progress.EXAMPLES, sentences.size())));
        return sentences.size() > Progress.EXAMPLES ? text + "; and more" : text;
    }
}
