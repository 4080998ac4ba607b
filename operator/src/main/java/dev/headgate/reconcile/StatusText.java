package dev.headgate.reconcile;

import dev.headgate.api.FindingStatus;
import dev.headgate.policy.Finding;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts in statuses, within the bounds of the schema: a status that is refused says nothing at all. */
final class StatusText {
    /** The most findings that a status lists. */
    static final int FINDINGS = 20;

    private StatusText() {}

    static List<FindingStatus> findings(List<Finding> findings) {
        return findings.stream()
                .limit(FINDINGS)
                .map(finding -> new FindingStatus(
                        bounded(finding.path(), 512), bounded(finding.rule(), 1024), bounded(finding.advice(), 1024)))
                .toList();
    }

    static @Nullable Long omitted(List<Finding> findings) {
        return findings.size() > FINDINGS ? (long) (findings.size() - FINDINGS) : null;
    }

    static @Nullable String boundedOrNull(@Nullable String text, int length) {
        return text == null ? null : bounded(text, length);
    }

    /** At most {@code length} UTF-16 units; the schema counts code points, of which there are never more. */
    static String bounded(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 2)) ? length - 2 : length - 1;
        return text.substring(0, end) + "…";
    }

    /** As Kubernetes writes times. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
