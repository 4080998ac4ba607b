package dev.headgate.admission;

import dev.headgate.policy.AttributeLimits;
import java.util.Map;

/** Step 6: claims, attributes of the request and attributes of a presented revision together; entries, then bytes. */
final class MetadataCheck {
    private MetadataCheck() {}

    static Verdict of(AttributeLimits limits, Caller caller, AdmissionRequest request) {
        Map<String, String> presented =
                request.selection() instanceof Selection.Presented revision ? revision.attributes() : Map.of();
        return of(limits, caller.claims(), request.attributes(), presented);
    }

    static Verdict of(AttributeLimits limits, Caller caller, ResolutionRequest request) {
        return of(limits, caller.claims(), request.attributes(), Map.of());
    }

    private static Verdict of(
            AttributeLimits limits,
            Map<String, String> claims,
            Map<String, String> attributes,
            Map<String, String> presented) {
        long entries = (long) claims.size() + attributes.size() + presented.size();
        if (entries > limits.maxEntries()) {
            return Rejection.of(Reason.METADATA_ENTRIES_EXCEEDED);
        }
        if (entries > 0 && bytes(claims) + bytes(attributes) + bytes(presented) > limits.maxSizeBytes()) {
            return Rejection.of(Reason.METADATA_BYTES_EXCEEDED);
        }
        return Verdict.Passed.PASSED;
    }

    private static long bytes(Map<String, String> metadata) {
        long bytes = 0;
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
            bytes += Utf8.bytes(entry.getKey()) + Utf8.bytes(entry.getValue());
        }
        return bytes;
    }
}
