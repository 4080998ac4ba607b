package dev.headgate.snapshot;

import dev.headgate.policy.AdmissionPolicy;

/** What became of the parts of a snapshot. */
public sealed interface Decoded {
    /** A valid policy, exactly the one that was encoded. */
    record Policy(AdmissionPolicy policy) implements Decoded {}

    /**
     * Nothing was made of it.
     *
     * @param reason which kind of fault
     * @param detail for people; free of anything a caller sent
     */
    record Refused(Refusal reason, String detail) implements Decoded {}

    /** Kinds of faults; the node's status spells them so (design page 5). */
    enum Refusal {
        /** Content, part and manifest do not belong together. */
        DIGEST_MISMATCH,
        /** The canonical form is of a version that this program does not read. */
        UNSUPPORTED_SCHEMA,
        /** The content is no canonical form of a valid policy. */
        COMPILE_FAILED,
        /** A part that the manifest names is not there. */
        PART_MISSING,
        /** More or larger parts than any valid policy has. */
        TOO_LARGE
    }
}
