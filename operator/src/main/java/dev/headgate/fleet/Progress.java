package dev.headgate.fleet;

import dev.headgate.api.PinRefusal;
import dev.headgate.api.PinTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the nodes that a policy governs are.
 *
 * @param governed all of them
 * @param ready those that acknowledged what is served
 * @param refusing those that refuse it; they keep their last known good
 * @param examples of nodes that are not ready, in words; at most 10
 */
public record Progress(long governed, long ready, long refusing, List<String> examples) {
    /** The most examples that are given: counts grow with a fleet, a status must not (design page 5). */
    public static final int EXAMPLES = 10;

    public Progress {
        examples = List.copyOf(examples);
    }

    /** Nodes that have neither acknowledged nor refused. */
    public long pending() {
        return governed - ready - refusing;
    }

    /** Whether there are nodes, and each has acknowledged. */
    public boolean complete() {
        return governed > 0 && ready == governed;
    }

    /**
     * Counts.
     *
     * @param governed the nodes
     * @param pins by name of the node
     * @param wanted what they are to serve; null counts them all as pending
     */
    static Progress of(Collection<NodeFacts> governed, Map<String, PinFacts> pins, @Nullable PinTarget wanted) {
        long ready = 0;
        long refusing = 0;
        List<String> refusals = new ArrayList<>();
        List<String> waits = new ArrayList<>();
        for (var node : governed) {
            PinFacts pin = pins.get(node.name());
            if (wanted != null && pin != null && pin.acknowledges(node, wanted)) {
                ready++;
            } else if (wanted != null && pin != null && pin.refuses(node, wanted)) {
                refusing++;
                add(refusals, node.name() + " refuses it: " + words(pin.report().refusal()));
            } else {
                add(waits, node.name() + " has not acknowledged it");
            }
        }
        refusals.addAll(waits);
        return new Progress(
                governed.size(),
                ready,
                refusing,
                refusals.stream().limit(EXAMPLES).toList());
    }

    private static void add(List<String> examples, String example) {
        if (examples.size() < EXAMPLES) {
            examples.add(example);
        }
    }

    private static String words(@Nullable PinRefusal refusal) {
        return switch (refusal) {
            case null -> "no reason given";
            case DIGEST_MISMATCH -> "DigestMismatch (the content is not what its digest says)";
            case GENERATION_REUSED -> "GenerationReused (it has seen other content under this number)";
            case UNSUPPORTED_SCHEMA -> "UnsupportedSchema (its endpoint is older than this form of snapshot)";
            case COMPILE_FAILED -> "CompileFailed (its endpoint cannot read the content)";
            case PART_MISSING -> "PartMissing (a part of the content is not there)";
            case TOO_LARGE -> "TooLarge (the content is above what its endpoint takes)";
            case DURABILITY_UNAVAILABLE -> "DurabilityUnavailable (it cannot give the durability that is asked for)";
            case ASSIGNMENT_CONFLICT -> "AssignmentConflict (it saw this assignment with another target)";
        };
    }
}
