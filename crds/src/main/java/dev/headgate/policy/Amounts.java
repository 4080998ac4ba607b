package dev.headgate.policy;

import dev.headgate.api.BudgetSpec;
import dev.headgate.api.HeldLimitsSpec;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * Reads durations, quantities and percentages exactly; what cannot be read becomes a finding, and zero stands in its place
 * so that the other rules can go on. A policy or catalog with findings is not used.
 */
final class Amounts {
    private static final Pattern PERCENTAGE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9])?)%");

    private final Findings findings;

    Amounts(Findings findings) {
        this.findings = findings;
    }

    long millis(String path, String text) {
        long parsed = Durations.parseMillis(text);
        if (parsed == Durations.MALFORMED) {
            findings.add(
                    path,
                    "must be a duration of at most 99999h",
                    "write numbers with units, such as 30s, 1m30s or 120ms");
        }
        return Math.max(parsed, 0);
    }

    long positiveMillis(String path, String text) {
        long millis = millis(path, text);
        if (millis == 0) {
            findings.add(path, "must be more than zero", "give a duration such as 30s");
        }
        return millis;
    }

    long bytes(String path, String text) {
        long parsed = Quantities.parseBytes(text);
        if (parsed == Quantities.MALFORMED) {
            findings.add(
                    path,
                    "must be a whole number of bytes, at most 2^53 - 1",
                    "write a quantity such as 96Mi, 8Gi or 1000000, without a fraction of a byte");
        }
        return Math.max(parsed, 0);
    }

    long positiveBytes(String path, String text) {
        long bytes = bytes(path, text);
        if (bytes == 0) {
            findings.add(path, "must be more than zero", "give a quantity such as 96Mi");
        }
        return bytes;
    }

    /** Tenths of a percent, 1 to 1000. */
    int perMille(String path, String text) {
        var match = PERCENTAGE.matcher(text);
        int perMille = match.matches()
                ? new BigDecimal(match.group(1)).movePointRight(1).intValueExact()
                : 0;
        if (perMille < 1 || perMille > 1000) {
            findings.add(
                    path, "must be from 0.1% to 100%", "write a percentage with at most one decimal, such as \"90%\"");
            return 1;
        }
        return perMille;
    }

    Budget budget(String path, BudgetSpec spec) {
        return new Budget(
                positiveMillis(path + ".wallTime", spec.wallTime()),
                spec.cpuFuel(),
                positiveBytes(path + ".memory", spec.memory()));
    }

    HeldLimits held(String path, HeldLimitsSpec spec) {
        return new HeldLimits(spec.active(), spec.queued(), spec.cpuFuel(), bytes(path + ".memory", spec.memory()));
    }
}
